// @invariant shadow-agents An agent on trial is in no decision, weight, configuration hash or plan.
import type { AgentDefinition, AgentRole } from './definition.ts'
import { CANDLE_AGENT } from './definitions/candle-agent.ts'
import { DAY_MOMENTUM_AGENT } from './definitions/day-momentum-agent.ts'
import { FII_DII_AGENT } from './definitions/fii-dii-agent.ts'
import { HOUR_TREND_AGENT } from './definitions/hour-trend-agent.ts'
import { INDICATOR_AGENT } from './definitions/indicator-agent.ts'
import { MARKET_BLOCK_AGENT } from './definitions/market-block-agent.ts'
import { OI_FLOW_AGENT } from './definitions/oi-flow-agent.ts'
import { OPENING_RANGE_AGENT } from './definitions/opening-range-agent.ts'
import { OPTION_CHAIN_AGENT } from './definitions/option-chain-agent.ts'
import { SIDEWAYS_AGENT } from './definitions/sideways-agent.ts'
import { SPIKE_AGENT } from './definitions/spike-agent.ts'
import { TIME_OF_DAY_AGENT } from './definitions/time-of-day-agent.ts'
import { VOLATILITY_GAP_AGENT } from './definitions/volatility-gap-agent.ts'

/**
 * Every agent. The order is that of the dashboard's cards, and of the votes in every sum. Append only: canonical bytes of
 * a decision hold the position of a voter.
 */
export const AGENTS = [
  CANDLE_AGENT,
  INDICATOR_AGENT,
  OPTION_CHAIN_AGENT,
  SIDEWAYS_AGENT,
  MARKET_BLOCK_AGENT,
  FII_DII_AGENT,
  SPIKE_AGENT,
  DAY_MOMENTUM_AGENT,
  OPENING_RANGE_AGENT,
  HOUR_TREND_AGENT,
  OI_FLOW_AGENT,
  VOLATILITY_GAP_AGENT,
  TIME_OF_DAY_AGENT,
] as const satisfies readonly AgentDefinition[]

export type Agent = (typeof AGENTS)[number]
export type AgentName = Agent['name']

export const AGENT_NAMES: readonly AgentName[] = AGENTS.map(({ name }) => name)

type WithRole<Kind extends AgentRole['kind']> = Extract<Agent, { readonly role: { readonly kind: Kind } }>
export type VotingAgent = WithRole<'vote'>
/** Agents that decide: by a vote or by a veto. */
export type DecidingAgent = WithRole<'vote' | 'veto'>
/** Name of an agent that decides; the messages of a decision name no other. */
export type DecidingAgentName = DecidingAgent['name']
/** Agents a plan can contain. */
export type OfferedAgent = Extract<Agent, { readonly offer: object }>
/** Name of an agent that votes. */
export type Voter = VotingAgent['name']

const withRole =
  <Kind extends AgentRole['kind']>(...kinds: readonly Kind[]) =>
  (agent: Agent): agent is WithRole<Kind> =>
    (kinds as readonly AgentRole['kind'][]).includes(agent.role.kind)

/** In the order in which their weights are summed. */
export const VOTING_AGENTS = AGENTS.filter(withRole('vote'))
export const VOTERS: readonly Voter[] = VOTING_AGENTS.map(({ name }) => name)
/** Those that can forbid an entry and never ask for one. */
export const VETO_AGENTS = AGENTS.filter(withRole('veto'))
export const DECIDING_AGENTS = AGENTS.filter(withRole('vote', 'veto'))
/** Those no decision knows. */
export const SHADOW_AGENTS: readonly Agent[] = AGENTS.filter(withRole('shadow'))
/** Those users see, in the order of the cards. */
export const OFFERED_AGENTS = AGENTS.filter((agent): agent is OfferedAgent => agent.offer !== null)

/** The definition behind a name. */
export function agentOf(name: AgentName): Agent {
  return AGENTS.find((agent) => agent.name === name)!
}

/** One value for each agent. */
export function byAgent<T>(valueOf: (agent: Agent) => T): Readonly<Record<AgentName, T>> {
  // The keys are those of AGENTS, which fromEntries forgets.
  return Object.fromEntries(AGENTS.map((agent) => [agent.name, valueOf(agent)])) as Record<AgentName, T>
}

/** One value for each agent that votes, in the order of `VOTERS`. */
export function byVoter<T>(valueOf: (name: Voter, index: number, agent: VotingAgent) => T): Readonly<Record<Voter, T>> {
  const values = VOTING_AGENTS.map((agent, index) => [agent.name, valueOf(agent.name, index, agent)])
  // The keys are those of VOTING_AGENTS, which fromEntries forgets.
  return Object.fromEntries(values) as Record<Voter, T>
}
