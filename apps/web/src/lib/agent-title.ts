import type { I18n } from '@lingui/core'
import { AGENTS } from '@strikewise/signals/registry/registry.ts'

/** Heading of the agent with this name in the language `i18n` shows; the name itself where this version has no such agent. */
export function agentTitle(i18n: I18n, agent: string): string {
  return translated(i18n, `label.agent.${agent}`) ?? definitionOf(agent)?.title ?? agent
}

/** The line under the heading. */
export function agentAbout(i18n: I18n, agent: string): string {
  return translated(i18n, `label.agent_about.${agent}`) ?? definitionOf(agent)?.about ?? ''
}

const definitionOf = (agent: string) => AGENTS.find(({ name }) => name === agent)

/** English is the definition's own. */
const translated = (i18n: I18n, key: string) => (Object.hasOwn(i18n.messages, key) ? i18n._(key) : undefined)
