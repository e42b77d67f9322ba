import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import type { Traded } from '../traded-before.ts'

/**
 * I3: no entry beyond what its user limits over all indices. By the exchange's own log: `mine` is what it shows of the day
 * before the entry, `facts` what was set as it was claimed; the loosest of them counts.
 */
export function checkAccountLimits(
  facts: readonly AccountFacts[],
  mine: readonly Traded[],
  say: (why: string) => void,
): void {
  const most = Math.max(...facts.map(({ risk }) => risk.account.tradesPerDay ?? Number.POSITIVE_INFINITY))
  const made = mine.reduce((sum, { tradeIds }) => sum + tradeIds.size, 0)
  if (made >= most) say(`${made} trades over all indices today, ${most} allowed`)
}
