// @invariant I5 After a crash at any step, a restart reaches the state that the broker's books imply.
import { isUnresolved } from '@strikewise/execution/intent/intent.ts'
import { openOf, type Holding } from './books.ts'
import { isNotified } from './notified.ts'
import type { Parts } from './parts.ts'
import { CONTRACTS } from '../session/contracts.ts'
import { isLeftAlone, rejectedOf } from './set-aside.ts'

/** Whether the store rejected the row of a trade's end. The user was told, and the next start reads the books anew. */
function isEndRejected(parts: Parts, account: string, id: string): boolean {
  return rejectedOf(parts, account, 'trade').some(
    ({ trade }) => trade.id === id && (trade.state === 'closed' || trade.state === 'abandoned'),
  )
}

/** Whether the store rejected the row that says what became of an intent. */
function isOutcomeRejected(parts: Parts, account: string, id: string): boolean {
  return rejectedOf(parts, account, 'intent').some(({ intent }) => intent.id === id && !isUnresolved(intent))
}

/** I5: whatever happened, the day ends with every trade over, nothing in doubt and the local file brought in. */
export function checkSettled(parts: Parts): void {
  const { evidence, books, findings } = parts
  for (const account of evidence.accounts) {
    const say = (about: string, text: string) => findings.add('I5', account, about, text)
    for (const { id, state, contract } of evidence.store.tradesOf(account)) {
      if (state === 'closed' || state === 'abandoned' || isEndRejected(parts, account, id)) continue
      const holding = books.holding(account, contract.tradingsymbol)
      if (!isUnsold(parts, holding) && !isLeftAlone(parts, holding)) say(id, `trade ${id} ended the day ${state}`)
    }
    for (const intent of evidence.store.intentsOf(account)) {
      const { id, kind, outcome } = intent
      if (isUnresolved(intent) && !isOutcomeRejected(parts, account, id))
        say(id, `${kind} ${id} ended the day ${outcome.state}`)
    }
    if ((evidence.spools.get(account)?.length ?? 0) > 0) say('spool', 'the local file was never brought in')
  }
  for (const holding of books.holdings.values())
    if (openOf(holding) > 0 && !isUnsold(parts, holding) && !isLeftAlone(parts, holding))
      findings.add(
        'I5',
        holding.account,
        holding.tradingsymbol,
        `${openOf(holding)} units of ${holding.tradingsymbol} were never sold`,
      )
}

/** Whether nobody bid for it any more when the market closed, and its owner was told in time that it was still held. */
function isUnsold(parts: Parts, { account, tradingsymbol }: Holding): boolean {
  const { token } = CONTRACTS.find((one) => one.tradingsymbol === tradingsymbol)!
  const last = parts.evidence.prices.findLast((one) => one.token === token && !one.freak)
  return last?.bid === 0 && isNotified(parts, account, new Set(['not_flat']), tradingsymbol)
}
