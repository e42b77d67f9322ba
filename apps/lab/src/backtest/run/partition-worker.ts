// A thread of a backtest: takes one piece or recorded day and a trial a message, answers with the sessions' results.
import { parentPort } from 'node:worker_threads'
import { readRecordedDay } from '@strikewise/signals/session-recording/recorded-day.ts'
import type { DayResult } from '../day/day-result.ts'
import { runRecordedDay, type RecordedResult } from '../day/run-recorded-day.ts'
import { segmentsOf, type Recording } from '../input/recordings.ts'
import type { Partition } from './partition.ts'
import { runPartition } from './run-partition.ts'
import { trialDayOf, type TrialDay } from './trial-day.ts'
import type { BacktestTrial } from './trial.ts'

export interface PartitionJob {
  readonly work: Partition | Recording
  /** Index among the trials; the first is kept with everything that explains it. */
  readonly number: number
  readonly trial: BacktestTrial
  readonly seed: string
}

/** Full results of the first trial, or the bare ones of another, and what of a recorded day is missing. */
export type PartitionResult = ({ readonly days: readonly DayResult[] } | { readonly trialDays: TrialDay[] }) &
  Pick<RecordedResult, 'leftOut'>

parentPort!.on('message', ({ work, number, trial, seed }: PartitionJob) => {
  const { days, leftOut } =
    'folder' in work
      ? runRecordedDay(readRecordedDay(segmentsOf(work.folder)), trial)
      : { days: runPartition(work, trial, seed), leftOut: {} }
  const answer: PartitionResult = { ...(number === 0 ? { days } : { trialDays: days.map(trialDayOf) }), leftOut }
  parentPort!.postMessage(answer)
})
