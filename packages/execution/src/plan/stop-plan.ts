import { chargesOf, type ExecutedOrder } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { riskPerUnit, stopLimit, stopTrigger, targetPrice } from '@strikewise/domain/stop-loss/stop-levels.ts'
import { trailedTrigger } from '@strikewise/domain/stop-loss/trailing-stop.ts'
import type { OrderTerms } from '../order/order.ts'
import type { HeldTrade, Trade } from '../trade/trade.ts'

/** R and the first trigger of a position entered at `entryPrice`. */
export function openingStop(entryPrice: Paise, trade: Trade): { risk: Paise; trigger: Paise } {
  const risk = riskPerUnit(trade.entrySettings.stopDistance, entryPrice)
  return { risk, trigger: stopTrigger(entryPrice, risk, trade.contract.tickSize) }
}

/** The stop order for `quantity` (its total, what has filled included) at `trigger`, with the trade's own slack. */
export function stopTerms(trade: HeldTrade, trigger: Paise, quantity: number): OrderTerms {
  return {
    kind: 'SL',
    quantity,
    trigger,
    price: stopLimit(trigger, trade.entrySettings.slBuffer, trade.contract.tickSize),
  }
}

/** Where the trigger belongs when `bid` is bid. Without trailing it stays where it is; it never falls. */
export function triggerFor(trade: HeldTrade, bid: Paise, brokerage: Paise): Paise {
  if (!trade.entrySettings.trailing) return trade.trigger
  return trailedTrigger({
    entryPrice: trade.entryPrice,
    risk: trade.risk,
    costPerUnit: costPerUnit(trade, brokerage),
    bestBid: Math.max(bid, trade.bestBid) as Paise,
    trigger: trade.trigger,
    tick: trade.contract.tickSize,
  })
}

/** The target of the rules, or the lower one that its user asked for. */
export function targetOfTrade(trade: HeldTrade): Paise {
  const { entryPrice, risk, entrySettings, contract, target = Infinity } = trade
  return Math.min(target, targetPrice(entryPrice, risk, entrySettings.trailing, contract.tickSize)) as Paise
}

/** Charges of buying and of selling at the same price, a unit: what the first step of the trail must earn back. */
function costPerUnit(trade: HeldTrade, brokerage: Paise): number {
  const value = (trade.entryPrice * trade.quantity) as Paise
  const orders: ExecutedOrder[] = [
    { side: 'BUY', value, on: trade.on },
    { side: 'SELL', value, on: trade.on },
  ]
  const { total } = chargesOf(orders, brokerage)
  return total / trade.quantity
}
