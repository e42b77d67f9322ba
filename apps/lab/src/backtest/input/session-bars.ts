import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { normaliseMinutes } from '@strikewise/domain/market/imported-candles.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, MINUTE_MS, msOfIstDay, type IstDate } from '@strikewise/domain/time/ist.ts'
import { BadFile } from './bad-file.ts'
import { barRows, type BarRow } from './bar-rows.ts'

/** The one-minute bars of an index and session, in the house's form, oldest first. */
export interface SessionBars {
  readonly symbol: IndexSymbol
  readonly day: IstDate
  readonly bars: readonly Candle[]
  /** The ticks the bars were made from, where there are any: instant (epoch ms) and price (paise) in turn. */
  readonly ticks?: Float64Array
}

/** Notified of the progress of the files while they are read. */
export interface SessionFile {
  /** So many of something were omitted: listed in the summary, never silently. */
  leftOut(what: string, count: number): void
  /** So many more bytes have been taken. */
  took(bytes: number): void
}

const OPEN_MS = (9 * 60 + 15) * MINUTE_MS
const LAST_LABEL_MS = (15 * 60 + 30) * MINUTE_MS

/**
 * The sessions of a file of one-minute bars, in time order. Labels are put to the start of the bar (a day that ends with
 * 15:30 and has no 09:15 is labelled by the end), rows outside the session and repeated rows go. Throws BadFile when an
 * index's times step back, a minute comes twice with different prices, or the bars are not of one minute.
 */
export async function* sessionBars(
  file: string,
  calendar: TradingCalendar,
  reading: SessionFile,
): AsyncGenerator<SessionBars> {
  const open = new Map<IndexSymbol, BarRow[]>()
  let label: 'start' | 'end' | undefined
  const close = (symbol: IndexSymbol): SessionBars | undefined => {
    const rows = open.get(symbol)
    open.delete(symbol)
    if (rows === undefined) return undefined
    checkMinutes(file, rows)
    const day = istDateAt(rows[0]!.bar.start)
    label ??= labelOf(rows)
    const bars = normaliseMinutes(
      rows.map(({ bar }) => bar),
      calendar,
      label ?? 'start',
    )
    const session = calendar.sessionOn(day)
    if (session === undefined) reading.leftOut('days on which the calendar has no session', 1)
    else if (bars.length < rows.length)
      reading.leftOut('rows before the open, after the close, or repeated', rows.length - bars.length)
    return bars.length === 0 ? undefined : { symbol, day, bars }
  }
  for await (const rows of barRows(file, (bytes) => reading.took(bytes)))
    for (const row of rows) {
      const known = open.get(row.symbol)
      const last = known?.at(-1)
      if (known === undefined || last === undefined) {
        open.set(row.symbol, [row])
        continue
      }
      checkOrder(file, last, row)
      if (istDateAt(row.bar.start) === istDateAt(last.bar.start)) known.push(row)
      else {
        const session = close(row.symbol)
        if (session !== undefined) yield session
        open.set(row.symbol, [row])
      }
    }
  for (const symbol of open.keys()) {
    const session = close(symbol)
    if (session !== undefined) yield session
  }
}

function checkOrder(file: string, last: BarRow, row: BarRow): void {
  if (row.bar.start < last.bar.start)
    throw new BadFile(file, row.line, 'its time is before that of the row above: bars must be in order of time')
  if (row.bar.start > last.bar.start) return
  const same = (['open', 'high', 'low', 'close'] as const).every((price) => row.bar[price] === last.bar[price])
  if (!same) throw new BadFile(file, row.line, 'the same minute as the row above, with other prices')
}

/** Which end of the bar a day's labels name; undefined when the day does not show it. */
function labelOf(rows: readonly BarRow[]): 'start' | 'end' | undefined {
  const has = (ms: number) => rows.some(({ bar }) => msOfIstDay(bar.start) === ms)
  if (has(OPEN_MS)) return 'start'
  return has(LAST_LABEL_MS) ? 'end' : undefined
}

/** Bars of a longer timeframe would be taken for minutes with holes. */
function checkMinutes(file: string, rows: readonly BarRow[]): void {
  if (rows.length < 10) return
  let least = Number.POSITIVE_INFINITY
  for (let i = 1; i < rows.length; i += 1) {
    const gap = rows[i]!.bar.start - rows[i - 1]!.bar.start
    if (gap > 0) least = Math.min(least, gap)
  }
  if (least <= MINUTE_MS) return
  throw new BadFile(
    file,
    rows[1]!.line,
    `these are bars of ${Math.round(least / MINUTE_MS)} minutes; one minute is needed`,
  )
}
