import type { AccountFacts } from '@strikewise/execution/gate/facts.ts'
import type { FactsRecord } from '../world/sim-world.ts'

/** What was true of an account at some moment between two instants, oldest first. */
export function factsWithin(records: readonly FactsRecord[], from: number, to: number): AccountFacts[] {
  return records
    .filter(({ at }, i) => at <= to && (records[i + 1]?.at ?? Number.POSITIVE_INFINITY) > from)
    .map(({ facts }) => facts)
}
