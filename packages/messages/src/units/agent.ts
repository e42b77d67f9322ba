import type { AgentReason } from '../families/agent.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `agent`. */
export const agentUnits: UnitsOf<AgentReason> = {
  'agent.failed': {},
  'agent.no_filter': {},
}
