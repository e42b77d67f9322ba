import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { CallRecord } from '../environment/broker-records.ts'
import { brokerCharges } from './broker-charges.ts'
import { isInvisibleAtBroker } from './broker-visibility.ts'
import type { CheckerContext } from './checker-context.ts'
import type { Holding } from './exchange-orders.ts'
import { unseenLostOrders } from './unseen-lost-orders.ts'

/** What the exchange shows of a contract that an account had bought before an entry. */
export interface ContractTraded {
  readonly holding: Holding
  /** The trades of ours that bought in it, but for the one that buys now. */
  readonly tradeIds: ReadonlySet<string>
  readonly result: number
}

/** What the account had traded before an entry left, by the exchange's own log; `inSymbol`: of one index. */
export function tradedBefore(
  context: CheckerContext,
  call: CallRecord,
  symbol: string,
): { mine: ContractTraded[]; inSymbol: ContractTraded[] } {
  const { exchangeOrders, intents, observations } = context
  const now = intents.byTag(call.account, call.tag!)?.tradeId
  const mine: ContractTraded[] = []
  const unseen = unseenLostOrders(context, call)
  for (const holding of exchangeOrders.holdings.values()) {
    if (holding.account !== call.account || holding.bought === 0 || isInvisibleAtBroker(context, holding, call.leftAt))
      continue
    const filled = [...exchangeOrders.ordersOf(holding)].filter(
      (order) => order.isProductOrder && order.filled > 0 && !unseen.includes(order),
    )
    if (filled.every(({ side }) => side === 'SELL')) continue
    const tradeIds = new Set<string>()
    let result = 0
    for (const order of filled) {
      const value = order.value as Paise
      result += order.side === 'SELL' ? order.value : -order.value
      result -= brokerCharges([{ side: order.side, value, on: observations.shape.day }]).total
      const id = order.side === 'BUY' ? intents.byTag(call.account, order.tag!)?.tradeId : undefined
      if (id !== undefined && id !== now) tradeIds.add(id)
    }
    mine.push({ holding, tradeIds, result })
  }
  const inSymbol = mine.filter(({ holding }) => holding.tradingsymbol.startsWith(symbol))
  return { mine, inSymbol }
}
