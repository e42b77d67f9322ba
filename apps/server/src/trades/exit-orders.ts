import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Intent, Outcome } from '@strikewise/execution/intent/intent.ts'
import { isTriggered, type OrderRecord } from '@strikewise/execution/order/order.ts'
import type { ActiveTradeRow } from '@strikewise/wire/trades.ts'

type ExitOrder = NonNullable<ActiveTradeRow['exit']>['orders'][number]

/** An order that sells the position, or the call that is to place one. */
interface Sale {
  readonly at: EpochMs
  readonly answer: ExitOrder['answer']
  readonly order: OrderRecord | undefined
}

/**
 * The orders that sell a position, in the order they were sent: those of the exit, and a stop that has triggered. One order is one
 * row, however often its price was changed; a call that never reached the broker has none.
 */
export function exitOrdersOf(intents: readonly Intent[], orders: readonly OrderRecord[]): ExitOrder[] {
  const known = new Map(orders.map((order) => [order.orderId, order]))
  const sales = new Map<string, Sale>()
  for (const intent of intents.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const answer = intent.kind === 'exit' ? answerOf(intent.outcome) : undefined
    if (answer === undefined) continue
    const orderId = orderIdOf(intent)
    const order = orderId === undefined ? undefined : known.get(orderId)
    sales.set(orderId ?? intent.id, { at: intent.createdAt, answer, order })
  }
  for (const order of orders)
    if (isFiredStop(order) && !sales.has(order.orderId))
      sales.set(order.orderId, { at: order.updatedAt ?? order.acknowledgedAt, answer: 'accepted', order })
  return [...sales.values()].toSorted((a, b) => a.at - b.at).map(rowOf)
}

/** Undefined: it is proven that the call never reached the broker. */
function answerOf(outcome: Outcome): ExitOrder['answer'] | undefined {
  if (outcome.state === 'absent') return undefined
  if (outcome.state === 'refused' && outcome.code === 'not_sent') return undefined
  return outcome.state
}

function orderIdOf({ call, outcome }: Intent): string | undefined {
  if (call.type !== 'place') return call.orderId
  return outcome.state === 'accepted' ? outcome.orderId : undefined
}

function isFiredStop(order: OrderRecord): boolean {
  return order.side === 'SELL' && order.kind === 'SL' && (isTriggered(order) || order.filled > 0)
}

function rowOf({ at, answer, order }: Sale): ExitOrder {
  const filled = order?.filled ?? 0
  return {
    sent_at: istIso(at),
    answer,
    filled_quantity: filled,
    average_price: order === undefined || filled === 0 ? null : Math.round(order.averagePrice) / 100,
  }
}
