// @invariant I5 After a crash at any step, a restart reaches the state that the broker's books imply.
import { isUnresolved } from '@strikewise/execution/intent/intent.ts'
import { openOf, type Holding } from './exchange-orders.ts'
import { isNotified } from './alarm-notified.ts'
import type { CheckerContext } from './checker-context.ts'
import { CONTRACTS } from '../session/contracts.ts'
import { isLeftAlone, rejectedOf } from './rejected-rows.ts'

/** Whether the store rejected the row of a trade's end. The user was notified, and the next start reads the books again. */
function isEndRejected(context: CheckerContext, account: string, id: string): boolean {
  return rejectedOf(context, account, 'trade').some(
    ({ trade }) => trade.id === id && (trade.state === 'closed' || trade.state === 'abandoned'),
  )
}

/** Whether the store rejected the row that shows what became of an intent. */
function isOutcomeRejected(context: CheckerContext, account: string, id: string): boolean {
  return rejectedOf(context, account, 'intent').some(({ intent }) => intent.id === id && !isUnresolved(intent))
}

/** I5: whatever happened, the day ends with every trade over, nothing in doubt and the local file brought in. */
export function checkSettled(context: CheckerContext): void {
  const { observations, exchangeOrders, findings } = context
  for (const account of observations.accounts) {
    const say = (about: string, text: string) => findings.add('I5', account, about, text)
    for (const { id, state, contract } of observations.store.tradesOf(account)) {
      if (state === 'closed' || state === 'abandoned' || isEndRejected(context, account, id)) continue
      const holding = exchangeOrders.holding(account, contract.tradingsymbol)
      if (!isUnsold(context, holding) && !isLeftAlone(context, holding)) say(id, `trade ${id} ended the day ${state}`)
    }
    for (const intent of observations.store.intentsOf(account)) {
      const { id, kind, outcome } = intent
      if (isUnresolved(intent) && !isOutcomeRejected(context, account, id))
        say(id, `${kind} ${id} ended the day ${outcome.state}`)
    }
    if ((observations.offlineJournals.get(account)?.length ?? 0) > 0)
      say('offline journal', 'the local file was never brought in')
  }
  for (const holding of exchangeOrders.holdings.values())
    if (openOf(holding) > 0 && !isUnsold(context, holding) && !isLeftAlone(context, holding))
      findings.add(
        'I5',
        holding.account,
        holding.tradingsymbol,
        `${openOf(holding)} units of ${holding.tradingsymbol} were never sold`,
      )
}

/** Whether there was no bid for it when the market closed, and its user was notified in time that it was still held. */
function isUnsold(context: CheckerContext, { account, tradingsymbol }: Holding): boolean {
  const { token } = CONTRACTS.find((one) => one.tradingsymbol === tradingsymbol)!
  const last = context.observations.prices.findLast((one) => one.token === token && !one.freak)
  return last?.bid === 0 && isNotified(context, account, new Set(['not_flat']), tradingsymbol)
}
