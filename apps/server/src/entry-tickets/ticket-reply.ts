import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { EntryTicket } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import { isHeld, isUnanswered, type Trade } from '@strikewise/execution/trade/trade.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import type { TicketReply } from '@strikewise/wire/entry-tickets.ts'
import type { Kysely } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Database } from '../store/database.ts'
import { boughtOf } from '../trades/bought.ts'
import { fillsOf } from '../trades/fills-of.ts'
import { shownRefusal } from '../trades/refusal-action.ts'
import { averageOf } from '../trades/trade-columns.ts'

/** How long after its deadline the executor may take to record that a ticket came too late. */
const ANSWER_MS = 5_000

type Shown = Pick<
  EntryTicket,
  'id' | 'mode' | 'contract' | 'lots' | 'limit' | 'stopDistance' | 'askedAt' | 'validUntil'
>

/** A ticket that was just stored. */
export function waitingReply(ticket: Shown): TicketReply {
  return { ...columnsOf(ticket), ...NOTHING_YET, state: 'waiting' }
}

const NOTHING_YET = { refusal: null, trade_id: null, filled_quantity: 0, average_price: null, reason: null } as const

/** One of a user's tickets and what came of it. Throws DomainError `not_found.ticket`, also for another user's. */
export async function ticketOf(
  db: Kysely<Database>,
  { userId, id }: { readonly userId: string; readonly id: string },
  now: EpochMs,
  renderer: Renderer,
): Promise<TicketReply> {
  const row = await db
    .selectFrom('entry_tickets')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) throw new DomainError({ code: 'problem.not_found.ticket' })
  const ticket: Shown = {
    id,
    mode: row.mode,
    contract: row.contract,
    lots: row.lots,
    limit: row.limit_paise as Paise,
    stopDistance: row.stop_distance_paise as Paise,
    askedAt: row.asked_at as EpochMs,
    validUntil: row.valid_until as EpochMs,
  }
  const trade = await db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', userId)
    .where('symbol', '=', row.symbol)
    .where('decision_id', '=', id)
    .executeTakeFirst()
  if (trade !== undefined) return { ...columnsOf(ticket), ...(await tradeColumns(db, trade.body)) }
  const refusal = await db
    .selectFrom('entry_refusals')
    .select(['code', 'text', 'message'])
    .where('account_id', '=', userId)
    .where('symbol', '=', row.symbol)
    .where('decision_id', '=', id)
    .executeTakeFirst()
  if (refusal !== undefined)
    return {
      ...columnsOf(ticket),
      ...NOTHING_YET,
      state: 'refused',
      refusal: shownRefusal(refusal, renderer),
    }
  return { ...waitingReply(ticket), state: now > ticket.validUntil + ANSWER_MS ? 'expired' : 'waiting' }
}

async function tradeColumns(db: Kysely<Database>, trade: Trade) {
  const [fills, orders] = await Promise.all([
    fillsOf(db, [trade.id]),
    db.selectFrom('broker_orders').select('body').where('trade_id', '=', trade.id).execute(),
  ])
  const { bought, boughtValue } = boughtOf(
    fills.get(trade.id) ?? [],
    orders.map(({ body }) => body),
  )
  return {
    state: stateOf(trade, bought),
    refusal: null,
    trade_id: trade.id,
    filled_quantity: bought,
    average_price: averageOf(boughtValue, bought),
    reason: trade.state === 'abandoned' ? trade.why : null,
  } as const
}

function stateOf(trade: Trade, bought: number): TicketReply['state'] {
  if (bought > 0 || isHeld(trade) || trade.state === 'closed') return 'bought'
  if (trade.state === 'entering') return 'sending'
  return isUnanswered(trade) ? 'unanswered' : 'not_bought'
}

function columnsOf({ id, mode, contract, lots, limit, stopDistance, askedAt, validUntil }: Shown) {
  return {
    id,
    contract: contractColumns(contract),
    mode,
    lots,
    limit_price: rupeesFromPaise(limit),
    stop_price: rupeesFromPaise((limit - stopDistance) as Paise),
    asked_at: istIso(askedAt),
    valid_until: istIso(validUntil),
  }
}

/** A contract as tickets show it. */
export function contractColumns({
  symbol,
  strike,
  side,
  expiry,
  tradingsymbol,
  lotSize,
  tickSize,
}: EntryTicket['contract']) {
  return { symbol, strike, side, expiry, tradingsymbol, lot_size: lotSize, tick_size: rupeesFromPaise(tickSize) }
}
