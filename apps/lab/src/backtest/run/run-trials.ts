import { Worker } from 'node:worker_threads'
import type { DayResult } from '../day/day-result.ts'
import type { Recording } from '../input/recordings.ts'
import type { Partition } from './partition.ts'
import type { PartitionResult, PartitionJob } from './partition-worker.ts'
import { trialDayOf, type TrialDay } from './trial-day.ts'
import type { BacktestTrial } from './trial.ts'

/** What a minute leaves behind is short-lived: a small young generation costs no time, and a thread of little memory. */
const WORKER_LIMITS = { maxYoungGenerationSizeMb: 4 } as const

export interface TrialRun {
  readonly seed: string
  readonly workers: number
  /** Called for every piece that is done, of any trial. */
  onDone(sessions: number, trades: number): void
  /** So many of something were left out. */
  leftOut(what: string, count: number): void
}

export interface TrialResults {
  /** The first trial's sessions, in order of time, NIFTY before BANKNIFTY. */
  readonly days: readonly DayResult[]
  /** Every trial's sessions in the same order, the first's included. */
  readonly trialDays: readonly (readonly TrialDay[])[]
}

/**
 * Runs every trial over every piece and recorded day on `workers` threads. A thread asks for its next one when it is
 * done with one, and pieces are read only as they are asked for. The answer does not depend on the number of threads. Rejects when the
 * files cannot be read or a thread breaks.
 */
export async function runTrials(
  work: AsyncGenerator<Partition | Recording>,
  trials: readonly BacktestTrial[],
  run: TrialRun,
): Promise<TrialResults> {
  const jobs = jobsOf(work, trials, run.seed)
  const days: DayResult[] = []
  const trialDays: TrialDay[][] = trials.map(() => [])
  const take = (number: number, answer: PartitionResult): void => {
    const bare = 'days' in answer ? answer.days.map(trialDayOf) : answer.trialDays
    if ('days' in answer) days.push(...answer.days)
    trialDays[number]!.push(...bare)
    if (number === 0) for (const [what, count] of Object.entries(answer.leftOut)) run.leftOut(what, count)
    run.onDone(
      bare.length,
      bare.reduce((sum, day) => sum + day.trades, 0),
    )
  }
  let broken = false
  const thread = async (): Promise<void> => {
    const worker = new Worker(new URL('partition-worker.ts', import.meta.url), { resourceLimits: WORKER_LIMITS })
    try {
      for (let next = await jobs.next(); next.done !== true && !broken; next = await jobs.next()) {
        const { promise, resolve, reject } = Promise.withResolvers<PartitionResult>()
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.postMessage(next.value)
        take(next.value.number, await promise)
        worker.off('error', reject)
      }
    } catch (error) {
      broken = true
      throw error
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: run.workers }, () => thread()))
  return { days: inOrder(days), trialDays: trialDays.map(inOrder) }
}

async function* jobsOf(
  all: AsyncGenerator<Partition | Recording>,
  trials: readonly BacktestTrial[],
  seed: string,
): AsyncGenerator<PartitionJob> {
  for await (const work of all) for (const [number, trial] of trials.entries()) yield { work, number, trial, seed }
}

function inOrder<T extends Pick<DayResult, 'day' | 'symbol'>>(days: readonly T[]): T[] {
  const key = ({ day, symbol }: T) => `${day} ${symbol === 'NIFTY' ? 0 : 1}`
  return days.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}
