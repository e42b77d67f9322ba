// @invariant past-state-exact What an operator sees of a past second is rebuilt from rows of that time, or named as not recorded.
import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { istDateAt, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderRecord } from '@strikewise/execution/order/order.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { messageOf } from '@strikewise/messages/split.ts'
import { NOT_RECORDED, type PastState } from '@strikewise/wire/time-travel.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { entryRefusalsOn } from '../trades/entry-refusals.ts'
import { instructionsOf } from '../trades/instructions.ts'
import { standingRow, type Position } from '../trades/live-pnl.ts'
import { accountAt, type RaisedAlarm } from './account-at.ts'
import { decisionsAt } from './decisions-at.ts'
import { journalUntil } from './journal-until.ts'
import { killSwitchesAt } from './kill-switches-at.ts'
import type { PastPrices } from './past-prices.ts'
import { screensAt } from './screens-at.ts'

/** Refused entries of a day that are shown, the newest of them. */
const MAX_REFUSALS = 500

/** A past state without the prices of its open trades, which the store does not hold. */
export interface StoredState {
  readonly state: Omit<PastState, 'standings'>
  /** What the prices are of. */
  readonly positions: readonly Position[]
}

/**
 * What the screens of a user showed at `at`, out of rows that carry their time and are never changed. `language`: of the
 * texts.
 */
export async function storedStateAt(
  db: Kysely<Database>,
  userId: string,
  at: EpochMs,
  language: Language,
): Promise<StoredState> {
  const day = istDateAt(at)
  const account = accountAt(day, await journalUntil(db, userId, day, at))
  const given = await instructionsOf(
    db,
    account.trades.map(({ id }) => id),
  )
  const instructions = new Map([...given].map(([id, all]) => [id, all.filter((one) => one.at <= at)]))
  const { positions, ...rows } = screensAt(account, instructions)
  const page = { limit: MAX_REFUSALS, before: undefined, until: at, language }
  const { text } = rendererOf(language)
  const state = {
    user_id: userId,
    at: istIso(at),
    active_trades: [...rows.active_trades],
    trade_log: [...rows.trade_log],
    orders: account.orders
      .toSorted((a, b) => a.acknowledgedAt - b.acknowledgedAt)
      .filter(({ isForeign }) => isForeign !== true)
      .map(orderRow),
    refusals: (await entryRefusalsOn(db, userId, day, page)).refusals,
    decisions: await decisionsAt(db, at),
    kill_switches: await killSwitchesAt(db, userId, at),
    day_locks: account.locks.map((lock) => ({ mode: lock.mode, reason: lock.reason, at: istIso(lock.at) })),
    alarms: account.alarms.map((alarm) => ({ at: istIso(alarm.at), code: alarm.code, text: text(textOf(alarm)) })),
    not_recorded: [...NOT_RECORDED],
  }
  return { state, positions }
}

/** The same with the open P&L at the prices that are recorded up to then, each with its time. */
export async function withPrices(
  { state, positions }: StoredState,
  at: EpochMs,
  prices: PastPrices,
): Promise<PastState> {
  const standings = await Promise.all(
    positions.map(async (position) => {
      const known = await prices.priceAt(position.trade.contract, at)
      // Of a minute that had ended before the entry, a price is none of this position's.
      const isOfPosition = known !== undefined && known.at >= position.trade.enteredAt
      const quote = isOfPosition ? { last: known.price, bid: 0 as Paise, receivedAt: known.at } : undefined
      return standingRow(position, quote)
    }),
  )
  return { ...state, standings }
}

/** Of an alarm whose code this version does not know, the code. */
function textOf({ message: { code, ...params } }: RaisedAlarm) {
  return messageOf({ message: { code, params }, text: null })
}

function orderRow(order: OrderRecord): PastState['orders'][number] {
  const { orderId, tradingsymbol, side, kind, phase, quantity, filled, price, trigger, averagePrice } = order
  return {
    order_id: orderId,
    trade_id: order.tradeId,
    tradingsymbol,
    side,
    kind,
    phase,
    quantity,
    filled_quantity: filled,
    price: price > 0 ? rupeesFromPaise(price) : null,
    trigger_price: kind === 'SL' ? rupeesFromPaise(trigger) : null,
    average_price: filled === 0 ? null : Math.round(averagePrice) / 100,
    acknowledged_at: istIso(order.acknowledgedAt),
  }
}
