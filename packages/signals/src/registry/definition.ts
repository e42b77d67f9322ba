import type { Plan } from '@strikewise/domain/plans/plan.ts'

/**
 * What an agent is to a decision. `vote`: its signed strength counts with its weight. `veto`: it can forbid an entry and
 * never asks for one. `shadow`: it is computed, recorded and shown to operators, and no decision, weight, configuration
 * hash or plan knows it.
 */
export type AgentRole = VoteRole | { readonly kind: 'veto' } | { readonly kind: 'shadow' }

interface VoteRole {
  readonly kind: 'vote'
  /** Share of the score as written; learning may change it. The weights of all voters add up to 1. */
  readonly weight: number
  /** One of those of which at least two must point the way of a trade. */
  readonly isCore: boolean
  /** Forbids a trade by pointing the other way with force. */
  readonly canOppose: boolean
  /** Its vote counts as neutral while entries pause after a jump of the index. */
  readonly waitsAfterSpike: boolean
}

/** What of an agent is sold. The guide's words for it are labels (`agent_reads`, `agent_gives`). */
export interface AgentOffer {
  /** The smallest plan that contains it; larger plans contain it as well. */
  readonly from: Plan
  /** One of the cards of 'Core Agent Signals', in the order of the registry. */
  readonly coreCard: boolean
}

/**
 * Everything that is reported of one agent outside its own formulas; lists, counts, weights, cards and titles derive from it
 * (`registry.ts`). Texts are English and their own key in the Hindi catalogs.
 */
export interface AgentDefinition {
  /** Key in `/signals`, in decisions and in the record. Never changes. */
  readonly name: string
  /** Heading of its card and in reports. */
  readonly title: string
  /** One line under the heading of its card. */
  readonly about: string
  /**
   * What calls it: closed bars of the index, the option chain, closed minutes with the chain at their end, rules on the
   * market, or published flows.
   */
  readonly reads: 'bars' | 'option_chain' | 'minutes_and_chain' | 'market' | 'flows'
  /** Which age limit of `SignalParams.ttl` its newest input has; null: it has a span of its own. */
  readonly ttl: 'oneMinuteMs' | 'fiveMinuteMs' | 'chainMs' | 'blockMs' | null
  readonly role: AgentRole
  /** Null: operators alone see it. */
  readonly offer: AgentOffer | null
  /** Its section of `SignalParams` and of the configuration hash; a shadow agent's stays outside of both. */
  readonly paramsKey: string
  /** Its numbers, as written. */
  readonly params: object
}
