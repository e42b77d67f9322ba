import { hash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { BarRollup } from '@strikewise/domain/market/bar-rollup.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { mergedSessions } from '../../../../apps/lab/src/backtest/input/bar-files.ts'
import { readOptions } from '../../../../apps/lab/src/backtest/options.ts'
import { reportJson } from '../../../../apps/lab/src/backtest/report/json.ts'
import { runBacktest } from '../../../../apps/lab/src/backtest/run-backtest.ts'

export interface BaselineMeasured {
  readonly seconds: number
  readonly bars: number
  readonly peakMb: number
}

export interface BacktestMeasured {
  readonly seconds: number
  readonly events: number
  readonly sessions: number
  readonly trades: number
  /** Of the report: the same bytes whatever the number of threads. */
  readonly reportHash: string
  readonly peakMb: number
}

/** The command's own work, from files to report, on one thread or on all processors. `files` as JSON. */
export async function fullCompetitor(threads: 'one' | 'all', files: string): Promise<BacktestMeasured> {
  const workers = threads === 'one' ? 1 : availableParallelism()
  const options = readOptions([...(JSON.parse(files) as string[]), '--workers', String(workers)])
  const startedAt = performance.now()
  const report = await runBacktest(options, process.stderr)
  return {
    seconds: (performance.now() - startedAt) / 1000,
    events: report.events,
    sessions: report.pricing.modelled + report.pricing.recorded,
    trades: report.trades.length,
    reportHash: hash('sha256', reportJson(report)),
    peakMb: peakMb(),
  }
}

/** The bare loop: the same files read, and candles made of the bars. */
export async function baselineCompetitor(files: string): Promise<BaselineMeasured> {
  const startedAt = performance.now()
  let bars = 0
  let candles = 0
  const count = () => {
    candles += 1
  }
  const reading = { leftOut: () => undefined, took: () => undefined }
  for await (const session of mergedSessions(JSON.parse(files) as string[], nseCalendar, reading)) {
    const { opensAt } = nseCalendar.sessionOn(session.day)!
    const rollups = (['3m', '5m', '15m'] as const).map((timeframe) => new BarRollup(timeframe, opensAt, count))
    for (const bar of session.bars) for (const rollup of rollups) rollup.push(bar)
    bars += session.bars.length
  }
  if (candles === 0) throw new Error('no candle came of the bars')
  return { seconds: (performance.now() - startedAt) / 1000, bars, peakMb: peakMb() }
}

function peakMb(): number {
  return process.resourceUsage().maxRSS / 1024
}
