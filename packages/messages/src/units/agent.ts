import type { DayMomentumReason } from '@strikewise/signals/registry/definitions/day-momentum-agent.ts'
import type { HourTrendReason } from '@strikewise/signals/registry/definitions/hour-trend-agent.ts'
import type { OpeningRangeReason } from '@strikewise/signals/registry/definitions/opening-range-agent.ts'
import type { AgentFailure } from '@strikewise/signals/agents/guarded-agent.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `agent` and of each agent without a file of its own. */
export const agentUnits: UnitsOf<
  AgentFailure | { readonly code: 'agent.no_filter' } | DayMomentumReason | OpeningRangeReason | HourTrendReason
> = {
  'agent.failed': {},
  'agent.no_filter': {},
  'momentum.warm_up': { known: 'count', needed: 'count' },
  'momentum.open_unknown': {},
  'momentum.no_range': {},
  'momentum.no_move': {},
  'momentum.move': { direction: 'select', move: 'points', atrs: 'tenths', full: 'decimal' },
  'opening_range.forming': { left: 'count' },
  'opening_range.unknown': {},
  'opening_range.flat': {},
  'opening_range.inside': { low: 'points', high: 'points' },
  'opening_range.break': {
    direction: 'select',
    level: 'points',
    beyond: 'points',
    widths: 'tenths',
    full: 'decimal',
  },
  'hour.warm_up': { known: 'count', needed: 'count' },
  'hour.flat': { minutes: 'count' },
  'hour.none': { minutes: 'count' },
  'hour.move': {
    direction: 'select',
    move: 'points',
    minutes: 'count',
    deviations: 'tenths',
    full: 'decimal',
  },
}
