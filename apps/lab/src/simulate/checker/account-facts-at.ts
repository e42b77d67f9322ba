import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import type { FactsRecord } from '../environment/environment.ts'

/** What was true of an account at some moment between two instants, oldest first. */
export function accountFactsBetween(records: readonly FactsRecord[], from: number, to: number): AccountFacts[] {
  return records
    .filter(({ at }, i) => at <= to && (records[i + 1]?.at ?? Number.POSITIVE_INFINITY) > from)
    .map(({ facts }) => facts)
}
