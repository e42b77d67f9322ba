import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { istIso, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { FeedQuote } from '@strikewise/execution/ports.ts'
import type { Fill } from '@strikewise/execution/trade/fill.ts'
import { openPnlOf } from '@strikewise/execution/trade/open-pnl.ts'
import { isHeld, type HeldTrade, HELD_STATES } from '@strikewise/execution/trade/trade.ts'
import type { LivePnlRow } from '@strikewise/wire/trades.ts'
import type { Bus } from '../bus/bus.ts'
import type { QuoteFeed } from '../execution/quote-feed.ts'
import type { UserScopedRow, UserScopedDbs } from '../store/user-scoped-db.ts'
import { fillsOf } from './fills-of.ts'
import { RecentReads } from './recent-reads.ts'

/** How users' open trades stand at the last prices. */
export interface LivePnl {
  /** The trades that hold a position, oldest entry first. */
  of(userId: string, day: IstDate): Promise<LivePnlRow[]>
  /** The positions alone, as they were last read: the same until the trader role shows they changed. */
  positions(userId: string, day: IstDate): Promise<readonly Position[]>
  /** How they stand at the newest prices: the same list while neither these nor the positions have changed. */
  at(positions: readonly Position[]): readonly StandingRow[]
  close(): void
}

/** A row that has each of its fields. */
type StandingRow = LivePnlRow & { readonly bid: number | null }

export interface Position {
  readonly trade: HeldTrade
  readonly fills: readonly Fill[]
}

/** At the prices of `quotes`; positions are read from the store when the trader role shows they changed. */
export function openLivePnl(userDbOf: UserScopedDbs, bus: Bus, quotes: Pick<QuoteFeed, 'quote'>): LivePnl {
  const recent = new RecentReads<readonly Position[]>()
  const unsubscribe = bus.subscribe('trades.*', (subject) => recent.forget(subject.slice('trades.'.length)))
  const positions = (userId: string, day: IstDate) =>
    recent.get(userId, day, () => userDbOf(userId).read((db) => positionsOn(db, userId, day)))
  const standings = new WeakMap<readonly Position[], Standing>()
  const at = (held: readonly Position[]) => {
    const now = held.map(({ trade }) => quotes.quote(trade.contract.token))
    const known = standings.get(held)
    if (known !== undefined && known.quotes.every((quote, i) => quote === now[i])) return known.rows
    const rows = held.map((position, i) => standingRow(position, now[i]))
    standings.set(held, { quotes: now, rows })
    return rows
  }
  return {
    of: async (userId, day) => [...at(await positions(userId, day))],
    positions,
    at,
    close: unsubscribe,
  }
}

/** The rows of positions, and the quotes they were made of. */
interface Standing {
  readonly quotes: readonly (FeedQuote | undefined)[]
  readonly rows: readonly StandingRow[]
}

async function positionsOn(db: UserScopedRow, userId: string, day: IstDate): Promise<readonly Position[]> {
  const rows = await db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', userId)
    .where('on_day', '=', day)
    .where('state', 'in', HELD_STATES)
    .execute()
  const trades = rows.map((row) => row.body).filter(isHeld)
  const fills = await fillsOf(
    db,
    trades.map((trade) => trade.id),
  )
  return trades
    .toSorted((a, b) => a.enteredAt - b.enteredAt)
    .map((trade) => ({ trade, fills: fills.get(trade.id) ?? [] }))
}

/** How a position stands at a quote; null figures without one. */
export function standingRow(
  { trade, fills }: Position,
  quote: Pick<FeedQuote, 'last' | 'bid' | 'receivedAt'> | undefined,
): StandingRow {
  const { id, mode, on } = trade
  // A contract without a trade yet shows a last price of 0.
  if (quote === undefined || quote.last <= 0)
    return { trade_id: id, mode, last_price: null, bid: null, as_of: null, gross: null, net: null }
  const { gross, net } = openPnlOf(fills, on, quote.last, BROKER.profile.brokerage)
  return {
    trade_id: id,
    mode,
    last_price: rupeesFromPaise(quote.last),
    bid: quote.bid > 0 ? rupeesFromPaise(quote.bid) : null,
    as_of: istIso(quote.receivedAt),
    gross: rupeesFromPaise(gross),
    net: rupeesFromPaise(net),
  }
}
