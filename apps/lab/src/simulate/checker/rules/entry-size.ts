import { CONTRACTS } from '../../session/contracts.ts'
import type { CallRecord } from '../../environment/broker-records.ts'
import { accountFactsBetween } from '../account-facts-at.ts'
import type { CheckerContext } from '../checker-context.ts'
import { lossOfLot } from './stop-and-target-figures.ts'
import { entryOf } from './entry-of-trade.ts'
import { tradeOf } from './trade-entries.ts'

const CLAIM_MS = 2_000
const PRICE_AGE_MS = 2_000
/** Share of its capital that a trade of the largest plan may plan to lose. */
const RISK_SHARE = 0.015

/**
 * I3: how much an entry may buy: half of the free cash, a third of what is offered, one risk budget on the largest plan; and
 * one that is priced again asks for no more than the first did. The funds it goes by were read lately.
 */
export function checkEntrySize(context: CheckerContext, call: CallRecord): void {
  const { account, leftAt, terms, tag, process } = call
  if (terms?.kind !== 'LIMIT') return
  const { observations, findings } = context
  const say = (why: string) => findings.add('I3', account, `${tag} ${why}`, `entry ${tag}: ${why}`)
  const { token, lotSize, symbol } = CONTRACTS.find((one) => one.tradingsymbol === call.tradingsymbol)!
  const { quantity, price } = terms
  const tradeId = tradeOf(context, call)

  const isSteady = !context.activeFaults.clocksMoved
  const oldest = leftAt - observations.fundsMaxAgeMs - CLAIM_MS - 1
  const own = observations.fundsRead.filter((one) => one.account === account && one.process === process)
  // What was read before it reached the process: the answer travels for some seconds at the most.
  const cash = own.filter(({ askedAt, receivedAt }) => askedAt >= oldest && receivedAt <= leftAt)
  if (isSteady && cash.length === 0) say('the funds it goes by were read too long ago')
  else if (cash.length > 0) {
    const most = Math.floor(Math.max(...cash.map(({ usable }) => usable)) / 2)
    if (quantity * price > most) say(`it lays out ${quantity * price}, half of the free cash is ${most}`)
  }

  const offered = observations.prices.filter(
    (one, i, all) =>
      one.published &&
      one.token === token &&
      one.at <= leftAt &&
      !all.some(
        (later, k) =>
          k > i && later.published && later.token === token && later.at <= leftAt - CLAIM_MS - PRICE_AGE_MS - 1,
      ),
  )
  const most = Math.max(...offered.map(({ askQuantity }) => askQuantity))
  if (isSteady && quantity * 3 > most) say(`it wants ${quantity} of ${most} on offer`)

  const first = context.callLog
    .of(account)
    .find((one) => one.side === 'BUY' && one !== call && tradeId !== undefined && tradeOf(context, one) === tradeId)
  if (first !== undefined && quantity > first.terms!.quantity)
    say(`it is priced again for ${quantity}, first it was for ${first.terms!.quantity}`)

  const trade = observations.store.tradesOf(account).find(({ id }) => id === tradeId)
  const entry = entryOf(context, trade)
  // The risk budget sizes what the engine decides.
  if (trade === undefined || entry?.decision === undefined) return
  const { stopDistance } = entry
  const then = accountFactsBetween(
    observations.facts.get(account)!,
    Math.min(trade.createdAt, leftAt) - CLAIM_MS - 1,
    leftAt,
  )
  const isTooMuch = then.every(({ plan, risk, strategies }) => {
    const slack = strategies.find((one) => one.symbol === symbol)?.slBuffer
    if (plan !== 'master' || risk.capital === null || slack === undefined) return false
    const loss = lossOfLot(price, stopDistance, slack, lotSize, observations.shape.day)
    return (quantity / lotSize) * loss > Math.floor(risk.capital * RISK_SHARE)
  })
  if (then.length > 0 && isTooMuch) say(`${quantity} units may lose more than the risk budget`)
}
