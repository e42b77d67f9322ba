import { useLingui } from '@lingui/react'
import { agentTitle } from '../lib/agent-title.ts'

/** Heading of an agent in the language shown. */
export function AgentTitle({ agent }: { agent: string }) {
  const { i18n } = useLingui()
  return agentTitle(i18n, agent)
}
