import { OFFERED_AGENTS } from '@strikewise/signals/registry/registry.ts'
import type { SoldAgent } from '@strikewise/plans/policy.ts'

/** The cards of 'Core Agent Signals', in the specification's order. */
export const CORE_CARDS: readonly SoldAgent[] = namesOf(true)

/** Agents beyond the core cards, for the plans that own them. */
export const FURTHER_CARDS: readonly SoldAgent[] = namesOf(false)

function namesOf(coreCard: boolean): SoldAgent[] {
  return OFFERED_AGENTS.filter(({ offer }) => offer.coreCard === coreCard).map(({ name }) => name)
}
