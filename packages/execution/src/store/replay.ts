import { isUnresolved } from '../intent/intent.ts'
import { isForward } from '../order/order.ts'
import { isHeld, type Trade } from '../trade/trade.ts'
import type { AccountRecords, Change } from './change.ts'

/** How far along a trade is. An entry that was given up may still fill, so it comes before what is held. */
const RANK: Readonly<Record<Trade['state'], number>> = { entering: 0, abandoned: 1, open: 2, exiting: 3, closed: 4 }

/**
 * Whether a change that waited in the spool still brings the account forward. Another executor may have gone on with it
 * meanwhile: what it settled is not unsettled again, what it closed is not reopened.
 */
export function bringsForward(change: Change, known: AccountRecords): boolean {
  switch (change.type) {
    case 'trade': {
      const trade = known.trades.find((one) => one.id === change.trade.id)
      return trade === undefined || isTradeForward(trade, change.trade)
    }
    case 'intent': {
      const intent = known.intents.find((one) => one.id === change.intent.id)
      return intent === undefined || isUnresolved(intent) || !isUnresolved(change.intent)
    }
    case 'order': {
      const order = known.orders.find((one) => one.orderId === change.order.orderId)
      return order === undefined || isForward(order, change.order)
    }
    case 'fill':
    case 'lock':
    case 'refusal':
    case 'alarm':
      return true
  }
}

function isTradeForward(known: Trade, next: Trade): boolean {
  if (RANK[next.state] !== RANK[known.state]) return RANK[next.state] > RANK[known.state]
  if (next.soldByHand < known.soldByHand) return false
  return !isHeld(known) || !isHeld(next) || next.trigger >= known.trigger
}
