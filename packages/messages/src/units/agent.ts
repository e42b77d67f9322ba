import type { DayMomentumReason } from '@strikewise/signals/registry/definitions/day-momentum-agent.ts'
import type { AgentFailure } from '@strikewise/signals/agents/guarded-agent.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `agent` and of each agent without a file of its own. */
export const agentUnits: UnitsOf<AgentFailure | { readonly code: 'agent.no_filter' } | DayMomentumReason> = {
  'agent.failed': {},
  'agent.no_filter': {},
  'momentum.warm_up': { known: 'count', needed: 'count' },
  'momentum.open_unknown': {},
  'momentum.no_range': {},
  'momentum.no_move': {},
  'momentum.move': { direction: 'select', move: 'points', atrs: 'tenths', full: 'decimal' },
}
