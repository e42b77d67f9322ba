import { VOTING_AGENTS, type DecidingAgentName, type VotingAgent } from '../registry/registry.ts'

const namesOf = (agents: readonly VotingAgent[]): readonly DecidingAgentName[] => agents.map(({ name }) => name)

/** At least two of these must point the way of a trade. */
export const CORE_AGENTS = namesOf(VOTING_AGENTS.filter(({ role }) => role.isCore))
/** None of these may point the other way with any force. */
export const OPPOSING_AGENTS = namesOf(VOTING_AGENTS.filter(({ role }) => role.canOppose))
