import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS, type IstDate } from '@strikewise/domain/time/ist.ts'
import { BadFile } from './input/bad-file.ts'
import { filesOf, mergedSessions } from './input/bar-files.ts'
import { dayInName, type DayGuard } from './input/day-guard.ts'
import { closeBefore, readDaily } from './input/daily-rows.ts'
import { chainKey, chainOf, readChain } from './input/chain-files.ts'
import { recordingsAmong, segmentNames, type Recording } from './input/recordings.ts'
import type { SessionFile, SessionBars } from './input/session-bars.ts'
import type { BacktestOptions } from './options.ts'
import { ProgressBar } from './report/progress.ts'
import { reportOf, type Report } from './report/report.ts'
import { partitionsOf, type Partition, type RequestedSession } from './run/partition.ts'
import { runTrials } from './run/run-trials.ts'
import { dailyOfTrial } from './run/trial-day.ts'
import { trialsOf } from './run/trial.ts'
import { loggedTrials } from './trials-log/logged-trial.ts'
import { trialsLogOf, testDataGuard } from './trials-log/test-data.ts'
import { appendTrials, readTrials } from './trials-log/trials-file.ts'

/**
 * Runs a backtest from files to report, and logs its trials where a log is asked for. Throws BadFile for what cannot be
 * read, before anything is written.
 */
export async function runBacktest(options: BacktestOptions, terminal: NodeJS.WriteStream): Promise<Report> {
  const { recordings, rest, withheld, trialsLog, guard } = guardedInputs(options)
  const earlier = trialsLog === undefined ? [] : readTrials(trialsLog)
  const files = rest.length === 0 ? [] : guarded(filesOf(rest, '1m'), guard)
  const leftOut: Record<string, number> = {}
  if (withheld.length > 0) leftOut['recorded sessions that are test data of registered trials'] = withheld.length
  const chosen = recordings.filter(({ day }) => isBetween(day, options))
  const bar = new ProgressBar(
    terminal,
    [...files.map((file) => statSync(file).size), ...chosen.map(bytesOf)].reduce((sum, size) => sum + size, 0),
  )
  const reading = {
    leftOut: (what: string, count: number) => void (leftOut[what] = (leftOut[what] ?? 0) + count),
    took: (bytes: number) => bar.took(bytes),
  }
  const chains = new Map<string, string>()
  for (const file of options.chains.length === 0 ? [] : guarded(filesOf(options.chains, 'chain'), guard)) {
    const { key } = await chainOf(file)
    if (chains.has(key)) throw new BadFile(file, undefined, `the chain of ${key} is in ${chains.get(key)} too`)
    chains.set(key, file)
  }
  const chainOn = async ({ symbol, day }: SessionBars) => {
    const file = chains.get(chainKey(symbol, day))
    return file === undefined ? undefined : readChain(file)
  }
  const vix = options.vix === undefined ? [] : readDaily(options.vix)
  const vixBefore = (day: IstDate) => closeBefore(vix, day)
  const trials = trialsOf(options.swept, options.settings, options.weights, options.comparesModelledChain)
  const { seed, workers } = options
  try {
    const recorded = new Set(chosen.map(({ day }) => day))
    const sessions = requestedOf(
      guardedSessions(mergedSessions(files, nseCalendar, reading), guard),
      options,
      recorded,
      reading,
    )
    const results = await runTrials(allOf(chosen, partitionsOf(sessions, chainOn, vixBefore), reading), trials, {
      seed,
      workers,
      onDone: (done, trades) => bar.done(`${done} sessions, ${trades} trades`),
      leftOut: reading.leftOut,
    })
    if (results.days.length === 0)
      throw new BadFile(options.inputs.join(', '), undefined, 'no ordinary session of the exchange in it')
    const rows = results.trialDays.map(dailyOfTrial)
    const logged = loggedTrials(trials, rows, seed)
    if (trialsLog !== undefined) appendTrials(trialsLog, logged)
    return reportOf({
      results,
      trials,
      rows,
      logged,
      earlier,
      seed,
      files: [...files, ...chosen.map(({ folder }) => folder)].map((file) => path.basename(file)),
      // In an order that does not depend on which thread was done first.
      leftOut: Object.fromEntries(Object.entries(leftOut).sort(([a], [b]) => (a < b ? -1 : 1))),
    })
  } finally {
    bar.end()
  }
}

/** Where the server records, and the log of trials with it, unless the command line names another. */
const RECORDINGS = path.join('.data', 'recordings')

/** Recorded days that may be read, the other inputs, the log to count in, and which sessions bars may be of. */
function guardedInputs({ inputs, trialsLog }: Pick<BacktestOptions, 'inputs' | 'trialsLog'>) {
  const named = trialsLog === undefined ? [] : [trialsLog]
  const guards = new Map<string, DayGuard>()
  const found = recordingsAmong(inputs, (folder) => {
    const log = trialsLogOf(folder)
    const guard = guards.get(log) ?? testDataGuard([log, ...named])
    guards.set(log, guard)
    return guard
  })
  return {
    ...found,
    // Where trials on these recordings are registered, this run is one of those a result is chosen among.
    trialsLog: trialsLog ?? [...guards.keys()].find((log) => existsSync(log)),
    guard: testDataGuard([trialsLogOf(RECORDINGS), ...guards.keys(), ...named]),
  }
}

/** The files, none of a day in its name that may not be read. Throws BadFile. */
function guarded(files: string[], guard: DayGuard): string[] {
  for (const file of files) {
    const day = dayInName(file)
    const refusal = day && guard.refusalOf(day)
    if (refusal !== undefined) throw new BadFile(file, undefined, refusal)
  }
  return files
}

/** The sessions of files that hold many days: ends with BadFile at the first that may not be read. */
async function* guardedSessions(sessions: AsyncIterable<SessionBars>, guard: DayGuard): AsyncGenerator<SessionBars> {
  for await (const session of sessions) {
    const refusal = guard.refusalOf(session.day)
    if (refusal !== undefined) throw new BadFile(`bars of ${session.symbol}`, undefined, refusal)
    yield session
  }
}

function isBetween(day: IstDate, { from, to }: Pick<BacktestOptions, 'from' | 'to'>): boolean {
  return (from === undefined || day >= from) && (to === undefined || day <= to)
}

async function* allOf(
  recordings: readonly Recording[],
  pieces: AsyncGenerator<Partition>,
  reading: SessionFile,
): AsyncGenerator<Partition | Recording> {
  for (const recording of recordings) {
    reading.took(bytesOf(recording))
    yield recording
  }
  yield* pieces
}

function bytesOf({ folder }: Recording): number {
  return segmentNames(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0)
}

/**
 * The sessions up to the last one asked for. Those before the first, and those of which there is a recording (it knows
 * more than bars do), are not traded: they are the past of the ones that are.
 */
async function* requestedOf(
  sessions: AsyncIterable<SessionBars>,
  options: BacktestOptions,
  recorded: ReadonlySet<IstDate>,
  reading: SessionFile,
): AsyncGenerator<RequestedSession> {
  for await (const session of sessions) {
    // Files are in order of time, so nothing of what is wanted can follow once both indices are past it; the rest is
    // read all the same: an error in it is an error of the file.
    if (options.to !== undefined && session.day > options.to) continue
    const asked = isBetween(session.day, options)
    const traded = asked && !recorded.has(session.day)
    if (traded) tellGaps(session, reading)
    else if (asked) reading.leftOut('sessions of bars that were recorded live too', 1)
    yield traded ? session : { ...session, warmsUpOnly: true }
  }
}

/** What of a day's bars cannot be traded on, or is not there. */
function tellGaps({ day, bars }: SessionBars, reading: SessionFile): void {
  const session = nseCalendar.sessionOn(day)
  if (session?.kind !== 'full') {
    reading.leftOut('sessions of a few hours, which only warm up the ones after them', 1)
    return
  }
  const missing = (session.indexUntil - session.opensAt) / MINUTE_MS - bars.length
  if (missing > 0) reading.leftOut('minutes without a bar', missing)
}
