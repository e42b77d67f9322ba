import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { istDateAt, istInstant, MINUTE_MS, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { IndexDayReply } from '@strikewise/wire/market.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

type StoredBar = readonly [minute: number, open: number, high: number, low: number, close: number]

/**
 * Stores bars of past sessions, in time order, a day a row. A day that is stored stays as it is: the history of a session
 * that has ended does not change.
 */
export async function storePastBars(db: Kysely<Database>, symbol: IndexSymbol, bars: readonly Candle[]): Promise<void> {
  const days = new Map<IstDate, StoredBar[]>()
  for (const { start, open, high, low, close } of bars) {
    const day = istDateAt(start)
    const minute = (start - istInstant(day, 0)) / MINUTE_MS
    const stored = days.get(day) ?? []
    stored.push([minute, open, high, low, close])
    days.set(day, stored)
  }
  if (days.size === 0) return
  const rows = [...days].map(([on_day, day]) => ({ symbol, on_day, bars: JSON.stringify(day) }))
  await db
    .insertInto('index_days')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The bars of `symbol` on `date`, and which days are stored before and after it. Only sessions that have ended are stored,
 * so no plan sees here what it sees late elsewhere.
 */
export async function pastIndexDay(db: Kysely<Database>, symbol: IndexSymbol, date: IstDate): Promise<IndexDayReply> {
  const daysOf = db.selectFrom('index_days').where('symbol', '=', symbol)
  const [day, before, after] = await Promise.all([
    daysOf.select('bars').where('on_day', '=', date).executeTakeFirst(),
    daysOf.select('on_day').where('on_day', '<', date).orderBy('on_day', 'desc').limit(1).executeTakeFirst(),
    daysOf.select('on_day').where('on_day', '>', date).orderBy('on_day').limit(1).executeTakeFirst(),
  ])
  const start = istInstant(date, 0)
  return {
    date,
    candles: (day?.bars ?? []).map(([minute, open, high, low, close]) => ({
      time: start + minute * MINUTE_MS,
      open: open / 100,
      high: high / 100,
      low: low / 100,
      close: close / 100,
    })),
    previous: before?.on_day ?? null,
    next: after?.on_day ?? null,
  }
}
