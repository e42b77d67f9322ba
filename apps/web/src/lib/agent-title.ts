import { AGENTS } from '@strikewise/domain/agents/registry.ts'

/** Heading of the agent of a recorded decision; its name where this version has no such agent. */
export function agentTitle(agent: string): string {
  return AGENTS.find(({ name }) => name === agent)?.title ?? agent
}
