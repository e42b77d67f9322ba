import type { CallRecord } from '../../environment/broker-records.ts'
import type { CheckerContext } from '../checker-context.ts'
import { firstTrigger, limitUnder, TICK, trailedTo } from './stop-and-target-figures.ts'
import { bidsWithin } from './prices.ts'
import { tradedAs, tradeOf } from './trade-entries.ts'
import { highestAskedTrigger } from './user-instructions.ts'

/** I1: a stop stands where the rules put it: the first trigger, as high as the best bid has earned, the user's slack below. */
export function checkStopTerms(context: CheckerContext, call: CallRecord): void {
  const { terms, account, leftAt } = call
  if (terms?.kind !== 'SL') return
  const tradeId = tradeOf(context, call)
  const traded = tradeId === undefined ? undefined : tradedAs(context, account, tradeId)
  if (traded === undefined) return
  const { trade, entry, buys, paid, units, slacks, canTrail } = traded
  const { stopDistance } = entry
  const say = (why: string) =>
    context.findings.add('I1', account, `${tradeId} ${why}`, `the stop ${call.tag ?? call.orderId} left with ${why}`)
  const ends = [paid.least, paid.most]
  const least = Math.min(...ends.map((price) => firstTrigger(price, stopDistance))) - TICK
  if (terms.trigger < least && !isLeftLow(context, call)) say(`its trigger at ${terms.trigger}, under ${least}`)
  const from = Math.min(...buys.map(({ at }) => at))
  const best = Math.max(...bidsWithin(context.observations.prices, trade.contract.token, from, leftAt))
  // A part of a fill may have been all that was known, and its charges a unit are higher.
  const lots = [units, Math.min(...buys.map(({ quantity }) => quantity)), trade.quantity]
  const earned = ends.flatMap((price) =>
    canTrail
      ? lots.map((of) => trailedTo(price, stopDistance, best, of, trade.on))
      : [firstTrigger(price, stopDistance)],
  )
  const asked = highestAskedTrigger(context, tradeId!, leftAt)
  const most =
    Math.max(...earned, asked, context.exchangeOrders.manuallyRaised(account, tradeId!, context.intents)) + TICK
  if (terms.trigger > most) say(`its trigger at ${terms.trigger}, over ${most}`)
  const limits = slacks.map((slack) => limitUnder(terms.trigger, slack))
  if (limits.length > 0 && limits.every((limit) => Math.abs(limit - terms.price) > TICK))
    say(`its limit at ${terms.price}, not ${limits.join(' or ')}`)
}

/**
 * Whether a change of its quantity leaves the stop where another party has lowered it, after the broker refused to raise it
 * again: there it protects what is held all the same.
 */
function isLeftLow({ exchangeOrders, callLog }: CheckerContext, { account, orderId, terms }: CallRecord): boolean {
  const order = orderId === null ? undefined : exchangeOrders.orders.get(orderId)
  if (terms?.kind !== 'SL' || order === undefined) return false
  const { triggerPrice, quantity } = order
  if (terms.trigger !== triggerPrice || terms.quantity === quantity) return false
  return callLog.of(account).some((one) => {
    const isRefusedRise = one.orderId === orderId && one.answer?.type === 'refused' && one.terms?.kind === 'SL'
    return isRefusedRise && one.terms.trigger > triggerPrice
  })
}
