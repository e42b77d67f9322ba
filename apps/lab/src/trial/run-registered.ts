import { hash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { meanSequence } from '@strikewise/domain/statistics/confidence-sequence.ts'
import { momentsOf } from '@strikewise/domain/statistics/moments.ts'
import { deflatedSharpe } from '@strikewise/domain/statistics/sharpe-ratio.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { addDays, istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { DayRange, Registration, TestResult } from '@strikewise/signals/learning/registered-trial.ts'
import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import type { TradeSettings } from '../backtest/day/trade-settings.ts'
import { BadFile } from '../backtest/input/bad-file.ts'
import { dayInName } from '../backtest/input/day-guard.ts'
import { recordingsAmong, type Recording } from '../backtest/input/recordings.ts'
import { overfittingProbability, trialStatisticsOf } from '../backtest/measure/overfitting.ts'
import type { DailyResult } from '../backtest/measure/performance.ts'
import { runTrials } from '../backtest/run/run-trials.ts'
import { dailyOfTrial } from '../backtest/run/trial-day.ts'
import type { BacktestTrial } from '../backtest/run/trial.ts'
import { alternativesOn, loggedTrials, type LoggedTrial } from '../backtest/trials-log/logged-trial.ts'
import { candidateTrials } from '../backtest/trials-log/registration.ts'
import { isWithin, trialsLogOf, testDataGuard, TestToken } from '../backtest/trials-log/test-data.ts'
import { appendEntries, readTrialsLog } from '../backtest/trials-log/trials-file.ts'
import type { TrialsLogEntry } from '../backtest/trials-log/trials-log-entry.ts'

export interface TestRun {
  /** Folder of recorded days, with the trials log among them. */
  readonly recordings: string
  /** Hash of the registration, or its first eight digits or more. */
  readonly registration: string
  readonly settings: TradeSettings
  readonly seed: string
  readonly workers: number
  readonly now: EpochMs
}

/** Runs the trials over the recordings; the daily results of each, in order. */
export type DailyRunner = (
  recordings: readonly Recording[],
  trials: readonly BacktestTrial[],
  run: Pick<TestRun, 'seed' | 'workers'>,
) => Promise<readonly (readonly DailyResult[])[]>

/**
 * The one test of a registered candidate on its test data. What is not registered, or has been tested, is refused, and
 * the refusal logged; no file of the test data is opened before. The look is logged before the first file, the result
 * before it is returned: a run that broke off has shown nothing and may be started again. Throws BadFile.
 */
export async function runRegistered(run: TestRun, runDays: DailyRunner = runOnThreads): Promise<TestResult> {
  const log = trialsLogOf(run.recordings)
  const entries = readTrialsLog(log)
  const at = new Date(run.now).toISOString()
  const registration = registrationIn(entries, run.registration)
  const refusal =
    registration === undefined
      ? 'it is not registered: register the candidate before a run may read test data'
      : repeatRefusal(entries, registration, run.settings)
  if (registration === undefined || refusal !== undefined) {
    const named = registration?.hash ?? run.registration
    appendEntries(log, [{ kind: 'refusal', at, registration: named, reason: refusal! }])
    throw new BadFile(log, undefined, `${named.slice(0, 12)} is refused: ${refusal}`)
  }
  const range = registration.candidate.data.test
  if (istDateAt(run.now) <= range.to)
    throw new BadFile(log, undefined, `the test data are complete after ${range.to}: a test before would be a look`)
  const trials = candidateTrials(registration.candidate, run.settings)
  if (configHash(trials[0].params) !== registration.config)
    throw new BadFile(log, undefined, 'the code of the signals has changed since the registration: register it again')
  const folders = testFolders(run.recordings, range)
  const token = TestToken.afterLogging(log, registration, at)
  const guard = testDataGuard([log], token)
  const { recordings } = recordingsAmong(folders, () => guard)
  const rows = await runDays(recordings, trials, run)
  const logged = loggedTrials(trials, rows, run.seed)
  const earlier = entries.flatMap((entry) => (entry.kind === 'trial' ? [entry.trial] : []))
  const result = resultOf(registration, settingsHash(trials[0].settings), { rows, logged, earlier })
  appendEntries(log, [
    ...logged.map((trial): TrialsLogEntry => ({ kind: 'trial', trial })),
    { kind: 'result', at, result },
  ])
  return result
}

/** The registration with this hash, or the only one that begins so. */
export function registrationIn(entries: readonly TrialsLogEntry[], named: string): Registration | undefined {
  const found = entries.flatMap((entry) =>
    entry.kind === 'registration' && entry.registration.hash.startsWith(named) ? [entry.registration] : [],
  )
  return named.length >= 8 && found.length === 1 ? found[0] : undefined
}

/** Why test data are not read again: this registration, or the same rule under another, has had its look at them. */
function repeatRefusal(
  entries: readonly TrialsLogEntry[],
  { hash: own, config, candidate }: Registration,
  traded: TradeSettings,
): string | undefined {
  const settings = settingsHash(candidateTrials(candidate, traded)[0].settings)
  const results = entries.flatMap((entry) => (entry.kind === 'result' ? [entry.result] : []))
  if (results.some(({ registration }) => registration === own))
    return 'it has been tested: a second look proves nothing'
  const { test } = candidate.data
  const twin = results.find(
    (result) =>
      result.config === config &&
      result.settings === settings &&
      result.period.from <= test.to &&
      test.from <= result.period.to,
  )
  return twin && `the same rule was tested on some of these sessions as ${twin.registration.slice(0, 12)}`
}

/** The folders of the range's days, chosen by their names alone. */
function testFolders(recordings: string, range: DayRange): string[] {
  const folders = existsSync(recordings)
    ? readdirSync(recordings).filter((name) => {
        const day = dayInName(name)
        return day !== undefined && isWithin(day, range)
      })
    : []
  if (folders.length === 0)
    throw new BadFile(recordings, undefined, `no day from ${range.from} to ${range.to} is recorded`)
  return folders.sort().map((name) => path.join(recordings, name))
}

async function runOnThreads(
  recordings: readonly Recording[],
  trials: readonly BacktestTrial[],
  { seed, workers }: Pick<TestRun, 'seed' | 'workers'>,
): Promise<DailyResult[][]> {
  const work = (async function* () {
    yield* recordings
  })()
  const { trialDays } = await runTrials(work, trials, {
    seed,
    workers,
    onDone: () => undefined,
    leftOut: () => undefined,
  })
  return trialDays.map(dailyOfTrial)
}

function settingsHash(settings: TradeSettings): string {
  return hash('sha256', canonicalJson(settings))
}

interface TestedDays {
  /** The candidate's, and the product's own rule's. */
  readonly rows: readonly (readonly DailyResult[])[]
  readonly logged: readonly LoggedTrial[]
  readonly earlier: readonly LoggedTrial[]
}

function resultOf(registration: Registration, settings: string, { rows, logged, earlier }: TestedDays): TestResult {
  const { candidate, config } = registration
  const [own, product] = [rows[0]!, rows[1]!]
  const all = [...earlier, ...logged]
  const daily = momentsOf(own.map(({ r }) => r))
  const tried = trialStatisticsOf(all.map((trial) => trial.daily))
  const interval = meanSequence(own.map(({ r }) => ({ count: 1, sum: r }))) ?? null
  const gainInterval = meanSequence(own.map(({ r }, i) => ({ count: 1, sum: r - product[i]!.r }))) ?? null
  const deflated = deflatedSharpe(daily, tried) ?? null
  const statistic =
    { mean_r: interval?.low, gain_r: gainInterval?.low, deflated_sharpe: deflated }[candidate.test] ?? null
  const { from, to } = candidate.data.test
  return {
    registration: registration.hash,
    config,
    settings,
    period: { from, to },
    sessions: own.length,
    missing: nseCalendar.tradingDaysBetween(addDays(from, -1), to) - own.length,
    trades: own.reduce((sum, { trades }) => sum + trades, 0),
    meanR: daily.mean,
    interval,
    gainInterval,
    trials: tried.trials,
    deflatedSharpe: deflated,
    overfitting: overfittingProbability(alternativesOn(logged[0]!.sessions, all)) ?? null,
    statistic,
    threshold: candidate.threshold,
    success: statistic !== null && statistic > candidate.threshold,
  }
}
