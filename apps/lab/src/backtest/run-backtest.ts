import { statSync } from 'node:fs'
import path from 'node:path'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { BadFile } from './input/bad-file.ts'
import { filesOf, mergedSessions } from './input/bar-files.ts'
import { chainKey, chainOf, readChain } from './input/chain-files.ts'
import type { SessionBars } from './input/session-bars.ts'
import type { BacktestOptions } from './options.ts'
import { ProgressBar } from './report/progress.ts'
import { reportOf, type Report } from './report/report.ts'
import { piecesOf } from './run/piece.ts'
import { runTrials } from './run/run-trials.ts'
import { trialsOf } from './run/trial.ts'

/** Runs a backtest from files to report. Throws BadFile for what cannot be read, before anything is written. */
export async function runBacktest(options: BacktestOptions, terminal: NodeJS.WriteStream): Promise<Report> {
  const files = filesOf(options.bars, '1m')
  const leftOut: Record<string, number> = {}
  const bar = new ProgressBar(
    terminal,
    files.reduce((sum, file) => sum + statSync(file).size, 0),
  )
  const reading = {
    leftOut: (what: string, count: number) => (leftOut[what] = (leftOut[what] ?? 0) + count),
    took: (bytes: number) => bar.took(bytes),
  }
  const chains = new Map<string, string>()
  for (const file of options.chains.length === 0 ? [] : filesOf(options.chains, 'chain')) {
    const { key } = await chainOf(file)
    if (chains.has(key)) throw new BadFile(file, undefined, `the chain of ${key} is in ${chains.get(key)} too`)
    chains.set(key, file)
  }
  const chainOn = async ({ symbol, day }: SessionBars) => {
    const file = chains.get(chainKey(symbol, day))
    return file === undefined ? undefined : readChain(file)
  }
  const trials = trialsOf(options.swept, options.settings)
  const { seed, workers } = options
  try {
    const sessions = between(mergedSessions(files, nseCalendar, reading), options)
    const results = await runTrials(piecesOf(sessions, chainOn), trials, {
      seed,
      workers,
      onDone: (sessions, trades) => bar.done(sessions, trades),
    })
    if (results.days.length === 0)
      throw new BadFile(files.join(', '), undefined, 'no ordinary session of the exchange in it')
    return reportOf({ results, trials, seed, files: files.map((file) => path.basename(file)), leftOut })
  } finally {
    bar.end()
  }
}

async function* between(
  sessions: AsyncIterable<SessionBars>,
  { from, to }: Pick<BacktestOptions, 'from' | 'to'>,
): AsyncGenerator<SessionBars> {
  for await (const session of sessions) {
    // Files are in order of time, so nothing of what is wanted can follow once both indices are past it; the rest is
    // read all the same: an error in it is an error of the file.
    if ((from === undefined || session.day >= from) && (to === undefined || session.day <= to)) yield session
  }
}
