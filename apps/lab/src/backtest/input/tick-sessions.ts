import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { STEP_MS } from '../session-steps.ts'
import { BadFile } from './bad-file.ts'
import { cellRows } from './bar-rows.ts'
import { readInstantExactly } from './instant-reader.ts'
import type { SessionFile, SessionBars } from './session-bars.ts'

/** The indices as brokers and vendors of ticks name them. */
const NAMES: Readonly<Record<string, IndexSymbol>> = {
  NIFTY: 'NIFTY',
  'NIFTY 50': 'NIFTY',
  BANKNIFTY: 'BANKNIFTY',
  'NIFTY BANK': 'BANKNIFTY',
}

interface TickColumns {
  readonly ts: number
  readonly symbol: number
  readonly ltp: number
}

interface OpenDay {
  readonly day: IstDate
  readonly at: number[]
  readonly price: number[]
}

/** Whether the first row names the columns of index ticks (`ts,symbol,ltp`), and not of bars. */
export async function isTickFile(file: string): Promise<boolean> {
  for await (const rows of cellRows(file, () => undefined))
    if (rows.length > 0) return tickColumns(rows[0]!) !== undefined
  return false
}

/**
 * The sessions of a file of index ticks, in time order: its ticks, and the minutes they make. A tick is seen at the next
 * half second, where the market steps. Ticks outside the session and of other instruments are omitted and reported.
 * Throws BadFile at the first row that is no sound tick or whose time steps back.
 */
export async function* tickSessions(
  file: string,
  calendar: TradingCalendar,
  reading: SessionFile,
): AsyncGenerator<SessionBars> {
  const open = new Map<IndexSymbol, OpenDay>()
  let columns: TickColumns | undefined
  let line = 0
  let others = 0
  const close = (symbol: IndexSymbol) => {
    const day = open.get(symbol)
    open.delete(symbol)
    return day && sessionOf(symbol, day, calendar, reading)
  }
  for await (const rows of cellRows(file, (bytes) => reading.took(bytes)))
    for (const cells of rows) {
      line += 1
      if (cells.length === 1 && cells[0] === '') continue
      if (columns === undefined) {
        columns = tickColumns(cells)!
        continue
      }
      const symbol = NAMES[String(cells[columns.symbol]).trim().toUpperCase()]
      if (symbol === undefined) {
        others += 1
        continue
      }
      const { at, price } = tickOf(cells, columns, file, line)
      const known = open.get(symbol)
      if (known !== undefined && at < known.at.at(-1)!)
        throw new BadFile(file, line, 'its time is before that of the tick above: ticks must be in order of time')
      if (known?.day !== istDateAt(at)) {
        const session = close(symbol)
        if (session !== undefined) yield session
        open.set(symbol, { day: istDateAt(at), at: [], price: [] })
      }
      const day = open.get(symbol)!
      day.at.push(at)
      day.price.push(price)
    }
  if (others > 0) reading.leftOut('ticks of other instruments', others)
  for (const symbol of open.keys()) {
    const session = close(symbol)
    if (session !== undefined) yield session
  }
}

function tickColumns(cells: readonly unknown[]): TickColumns | undefined {
  const known = cells.map((cell) => String(cell).trim().toLowerCase())
  const [ts, symbol, ltp] = ['ts', 'symbol', 'ltp'].map((name) => known.indexOf(name))
  if (ts! < 0 || symbol! < 0 || ltp! < 0 || known.includes('strike') || known.includes('open')) return undefined
  return { ts: ts!, symbol: symbol!, ltp: ltp! }
}

function tickOf(cells: readonly unknown[], columns: TickColumns, file: string, line: number) {
  const text = cells[columns.ltp]
  const points = text === '' ? Number.NaN : Number(text)
  if (!(points > 0 && points < 1e7)) throw new BadFile(file, line, `ltp must be a price above 0, not "${String(text)}"`)
  try {
    return { at: readInstantExactly(cells[columns.ts] ?? ''), price: Math.round(points * 100) }
  } catch (error) {
    if (error instanceof RangeError) throw new BadFile(file, line, error.message)
    throw error
  }
}

function sessionOf(
  symbol: IndexSymbol,
  { day, at, price }: OpenDay,
  calendar: TradingCalendar,
  reading: SessionFile,
): SessionBars | undefined {
  const session = calendar.sessionOn(day)
  if (session === undefined) {
    reading.leftOut('days on which the calendar has no session', 1)
    return undefined
  }
  const ticks: number[] = []
  const bars: Candle[] = []
  for (const [i, exact] of at.entries()) {
    const seen = Math.ceil(exact / STEP_MS) * STEP_MS
    if (seen < session.opensAt || seen >= session.indexUntil) continue
    ticks.push(seen, price[i]!)
    addTo(bars, seen, price[i]! as Paise)
  }
  const outside = at.length - ticks.length / 2
  if (outside > 0) reading.leftOut('ticks before the open or after the close', outside)
  return bars.length === 0 ? undefined : { symbol, day, bars, ticks: Float64Array.from(ticks) }
}

function addTo(bars: Candle[], at: number, price: Paise): void {
  const start = (at - (at % MINUTE_MS)) as EpochMs
  const last = bars.at(-1)
  if (last?.start !== start) bars.push(candle(start, price, price, price, price))
  else {
    const high = Math.max(last.high, price) as Paise
    const low = Math.min(last.low, price) as Paise
    bars[bars.length - 1] = candle(start, last.open, high, low, price)
  }
}
