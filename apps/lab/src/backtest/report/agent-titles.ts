import type { AgentDefinition } from '@strikewise/signals/registry/definition.ts'
import { AGENTS, byAgent, type AgentName } from '@strikewise/signals/registry/registry.ts'

/** The agents as headings name them; one that no decision knows reports it. */
export const AGENT_TITLES: Readonly<Record<AgentName, string>> = byAgent(titleOf)

/** Why an agent has no weight in a decision. */
export const WITHOUT_VOTE: Readonly<Record<string, string>> = Object.fromEntries(
  AGENTS.flatMap((agent) => reasonWithoutVote(agent).map((text) => [agent.name, text])),
)

function titleOf({ title, role }: AgentDefinition): string {
  return role.kind === 'shadow' ? `${title} (not voting)` : title
}

function reasonWithoutVote({ role }: AgentDefinition): string[] {
  if (role.kind === 'vote') return []
  return [role.kind === 'veto' ? 'no vote: it can only forbid' : 'not voting: on trial, no decision counts it']
}
