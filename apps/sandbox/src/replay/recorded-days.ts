import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS, msOfIstDay, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { RecordedBar } from '@strikewise/exchange/price-path.ts'
import type { RecordedDay } from '@strikewise/exchange/prices/replay-spot.ts'
import { isBarFile, readBarFile, type FileBar } from './bar-file.ts'
import { ReplayError } from './replay-error.ts'

/** Days kept from the first one on: a year, so that a folder of many years stays small. */
const RETENTION_DAYS = 250
const BAR_MINUTES = [1, 3, 5, 15] as const
const OPEN_MS = (9 * 60 + 15) * MINUTE_MS

/** One index's bars of one day in one file. */
interface DaySeries {
  readonly symbol: IndexSymbol
  readonly day: IstDate
  readonly minutes: number
  readonly bars: readonly RecordedBar[]
}

/**
 * The recorded days of a file, or of every file of intraday bars in a folder, from `from` on. Where several files hold
 * the same day the finest bars count. Days without an ordinary session are left out. Throws ReplayError.
 */
export function readRecordedDays(source: string, from: IstDate | null): Map<IstDate, RecordedDay> {
  const series = filesOf(source).flatMap((file) => seriesOf(file, readBarFile(file, from)))
  const days = new Map<IstDate, RecordedDay>()
  for (const day of [...new Set(series.map((one) => one.day))].toSorted().slice(0, RETENTION_DAYS)) {
    const ofDay = series.filter((one) => one.day === day)
    const minutes = Math.min(...ofDay.map((one) => one.minutes))
    const bars = (symbol: IndexSymbol) => ofDay.find((one) => one.symbol === symbol && one.minutes === minutes)?.bars
    const nifty = bars('NIFTY')
    const bank = bars('BANKNIFTY')
    days.set(day, { barMinutes: minutes, ...(nifty && { NIFTY: nifty }), ...(bank && { BANKNIFTY: bank }) })
  }
  if (days.size === 0)
    throw new ReplayError(`${source}: no bars of an ordinary trading day${from === null ? '' : ` from ${from} on`}`)
  return days
}

function filesOf(source: string): string[] {
  const stat = statSync(source, { throwIfNoEntry: false })
  if (stat === undefined) throw new ReplayError(`${source}: no such file or folder`)
  if (!stat.isDirectory()) return [source]
  // A folder may hold other tables too, daily bars among them; a file that is named is taken at its word.
  const files = readdirSync(source)
    .filter((name) => /\.csv(\.gz)?$/.test(name))
    .toSorted()
    .map((name) => path.join(source, name))
    .filter(isBarFile)
  if (files.length === 0) throw new ReplayError(`${source}: no file of intraday bars (.csv or .csv.gz) in this folder`)
  return files
}

function seriesOf(file: string, bars: readonly FileBar[]): DaySeries[] {
  const groups = Map.groupBy(
    bars.filter(({ day }) => nseCalendar.isTradingDay(day)),
    ({ symbol, day }) => `${symbol} ${day}`,
  )
  return [...groups.values()].map((group) => {
    const { symbol, day } = group[0]!
    for (const [index, bar] of group.entries())
      if (index > 0 && bar.bar.start <= group[index - 1]!.bar.start)
        throw new ReplayError(`${file}, line ${bar.line}: bars of a day must be in order of time, without doubles`)
    return { symbol, day, minutes: minutesOf(file, group), bars: group.map(({ bar }) => bar) }
  })
}

/** The length of a day's bars: the shortest step between two of them. */
function minutesOf(file: string, group: readonly FileBar[]): number {
  const steps = group.slice(1).map((bar, index) => bar.bar.start - group[index]!.bar.start)
  const minutes = Math.min(...steps) / MINUTE_MS
  const first = group[0]!
  const known = BAR_MINUTES.find((length) => length === minutes)
  if (known === undefined)
    throw new ReplayError(
      `${file}, line ${first.line}: bars of ${first.day} must be ${BAR_MINUTES.join(', ')} minutes apart`,
    )
  for (const { line, bar } of group)
    if (msOfIstDay(bar.start) < OPEN_MS || (msOfIstDay(bar.start) - OPEN_MS) % (known * MINUTE_MS) !== 0)
      throw new ReplayError(
        `${file}, line ${line}: a ${known}-minute bar cannot start at this time (the session begins at 09:15)`,
      )
  return known
}
