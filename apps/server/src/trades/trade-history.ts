import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import { isHeld, type ClosedTrade, type HeldTrade } from '@strikewise/execution/trade/trade.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { isNotCover } from './exclude-covers.ts'

export interface PricedAt {
  readonly at: EpochMs
  readonly price: Paise
}

/** What happened to one trade that got a position, from the rows the trader role commits. */
export interface TradeHistory {
  readonly trade: HeldTrade | ClosedTrade
  readonly bought: { readonly units: number; readonly value: Paise }
  readonly sold: { readonly units: number; readonly value: Paise }
  /** Triggers the broker took, oldest first. */
  readonly stops: readonly PricedAt[]
  /** When it was decided and the index then, in paise of points; undefined when the decision is not in the log. */
  readonly decided: { readonly at: EpochMs; readonly spot: Paise } | undefined
}

/** Reads one trade of a user. Undefined: there is no such trade of theirs, or it never got a position. */
export async function readTradeHistory(
  db: UserScopedRow,
  userId: string,
  tradeId: string,
): Promise<TradeHistory | undefined> {
  const row = await db
    .selectFrom('trades')
    .select('body')
    .where('id', '=', tradeId)
    .where('account_id', '=', userId)
    .executeTakeFirst()
  const trade = row?.body
  if (trade === undefined || !(isHeld(trade) || trade.state === 'closed')) return undefined
  const [fills, intents, decision] = await Promise.all([
    db
      .selectFrom('fills')
      .select(['side', 'quantity', 'price_paise'])
      .where('trade_id', '=', tradeId)
      .where(isNotCover())
      .execute(),
    db.selectFrom('intents').select('body').where('trade_id', '=', tradeId).orderBy('created_at').execute(),
    db.selectFrom('decisions').select('record').where('id', '=', trade.decisionId).executeTakeFirst(),
  ])
  const of = (side: OrderSide) => {
    const userDb = fills.filter((fill) => fill.side === side)
    return {
      units: userDb.reduce((sum, fill) => sum + fill.quantity, 0),
      value: userDb.reduce((sum, fill) => sum + fill.quantity * fill.price_paise, 0) as Paise,
    }
  }
  return {
    trade,
    bought: of('BUY'),
    sold: of('SELL'),
    stops: intents.flatMap(({ body }) => stopOf(body)).toSorted((a, b) => a.at - b.at),
    decided: decision && { at: decision.record.barEnd, spot: decision.record.spot },
  }
}

/** Where an intent put the stop, if it did and the broker took it. */
function stopOf({ call, outcome }: Intent): readonly PricedAt[] {
  if (outcome.state !== 'accepted' || call.type === 'cancel') return []
  const terms = call.type === 'place' ? call.order.terms : call.terms
  return terms.kind === 'SL' ? [{ at: outcome.at, price: terms.trigger }] : []
}
