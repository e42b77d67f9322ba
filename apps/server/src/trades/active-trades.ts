import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { stopTrigger } from '@strikewise/domain/stop-loss/stop-levels.ts'
import { rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { istIso, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import { isTerminal, type OrderRecord } from '@strikewise/execution/order/order.ts'
import { timeLimitOf } from '@strikewise/execution/plan/exit-rules.ts'
import { targetOfTrade } from '@strikewise/execution/plan/stop-plan.ts'
import { unitsOf, type Fill } from '@strikewise/execution/trade/fill.ts'
import { openPnlOf } from '@strikewise/execution/trade/open-pnl.ts'
import type { TradeInstruction } from '@strikewise/execution/trade/trade-instruction.ts'
import { HELD_STATES, isHeld, type HeldTrade } from '@strikewise/execution/trade/trade.ts'
import type { ActiveTradeRow } from '@strikewise/wire/trades.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { boughtOf } from './bought.ts'
import { exitOrdersOf } from './exit-orders.ts'
import { fillsOf } from './fills-of.ts'
import { instructionsOf } from './instructions.ts'
import { partExitOf } from './part-exit.ts'
import { shownInstructions } from './shown-instructions.ts'
import { columnsOf } from './trade-columns.ts'

/** What is stored of a held trade beside itself. */
export interface HeldTradeParts {
  readonly fills: readonly Fill[]
  readonly orders: readonly OrderRecord[]
  /** Those that sell it, or a part of it. */
  readonly sales: readonly Intent[]
  readonly instructions: readonly TradeInstruction[]
}

/** Trades of a user that hold a position now, oldest entry first. */
export async function activeTradesOn(db: Kysely<Database>, userId: string, day: IstDate): Promise<ActiveTradeRow[]> {
  const rows = await db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', userId)
    .where('on_day', '=', day)
    .where('state', 'in', HELD_STATES)
    .execute()
  const trades = rows.map((row) => row.body).filter(isHeld)
  if (trades.length === 0) return []
  const partsOf = await readParts(
    db,
    trades.map(({ id }) => id),
  )
  return activeTradeRows(trades, partsOf)
}

/** The rows of trades that hold a position, oldest entry first; `partsOf`: what is stored of a trade beside itself, by its id. */
export function activeTradeRows(
  trades: readonly HeldTrade[],
  partsOf: (id: string) => HeldTradeParts,
): ActiveTradeRow[] {
  return trades.toSorted((a, b) => a.enteredAt - b.enteredAt).map((trade) => rowOf(trade, partsOf(trade.id)))
}

async function readParts(db: Kysely<Database>, ids: readonly string[]): Promise<(id: string) => HeldTradeParts> {
  const [fills, instructions, orders, sales] = await Promise.all([
    fillsOf(db, ids),
    instructionsOf(db, ids),
    db.selectFrom('broker_orders').select(['trade_id', 'body']).where('trade_id', 'in', ids).execute(),
    db
      .selectFrom('intents')
      .select(['trade_id', 'body'])
      .where('trade_id', 'in', ids)
      .where('kind', 'in', ['exit', 'reduce'])
      .execute(),
  ])
  return (id) => ({
    fills: fills.get(id) ?? [],
    instructions: instructions.get(id) ?? [],
    orders: orders.flatMap((row) => (row.trade_id === id ? [row.body] : [])),
    sales: sales.flatMap((row) => (row.trade_id === id ? [row.body] : [])),
  })
}

function rowOf(trade: HeldTrade, { fills, orders, sales, instructions }: HeldTradeParts): ActiveTradeRow {
  const whole = boughtOf(fills, orders)
  const { bought } = whole
  const quantity = bought - unitsOf(fills, 'SELL')
  const stop = restingStop(orders)
  const { contract, plannedLoss, entrySettings, entryPrice, risk } = trade
  return {
    ...columnsOf(trade, whole),
    quantity,
    status: trade.state === 'open' ? 'Open' : 'Exiting',
    stop_price: stop === undefined ? null : rupeesFromPaise(stop.trigger),
    target_price: trade.state === 'open' ? rupeesFromPaise(targetOfTrade(trade)) : null,
    state: trade.state,
    expiry: contract.expiry,
    lots: Math.round((bought / contract.lotSize) * 100) / 100,
    lot_size: contract.lotSize,
    tick_size: rupeesFromPaise(contract.tickSize),
    open_quantity: quantity,
    part_exit: partExitOf(fills, sales, orders),
    entered_at: istIso(trade.enteredAt),
    time_limit_at: istIso(timeLimitOf(trade)),
    planned_loss: plannedLoss === undefined ? null : rupeesFromPaise(plannedLoss),
    r: rupeesFromPaise(risk),
    trailing: entrySettings.trailing,
    initial_stop: rupeesFromPaise(stopTrigger(entryPrice, risk, contract.tickSize)),
    stop_limit_price: stop === undefined ? null : rupeesFromPaise(stop.price),
    loss_at_stop: rupeesFromPaise(
      openPnlOf(fills, trade.on, stop?.trigger ?? trade.trigger, BROKER.profile.brokerage).net,
    ),
    instructions: shownInstructions(trade, instructions, stop, quantity),
    exit:
      trade.state === 'open'
        ? null
        : { reason: trade.exitReason, requested_at: istIso(trade.exitSince), orders: exitOrdersOf(sales, orders) },
  }
}

/** The working stop at the broker: the order itself, not what is planned. */
function restingStop(orders: readonly OrderRecord[]): OrderRecord | undefined {
  return orders.find((order) => order.side === 'SELL' && order.kind === 'SL' && !isTerminal(order.phase))
}
