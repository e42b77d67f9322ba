import type { DayMomentumReason } from '@strikewise/signals/registry/definitions/day-momentum-agent.ts'
import type { HourTrendReason } from '@strikewise/signals/registry/definitions/hour-trend-agent.ts'
import type { OiFlowReason } from '@strikewise/signals/registry/definitions/oi-flow-agent.ts'
import type { OpeningRangeReason } from '@strikewise/signals/registry/definitions/opening-range-agent.ts'
import type { TimeOfDayReason } from '@strikewise/signals/registry/definitions/time-of-day-agent.ts'
import type { VolatilityGapReason } from '@strikewise/signals/registry/definitions/volatility-gap-agent.ts'
import type { AgentFailure } from '@strikewise/signals/agents/guarded-agent.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `agent` and of each agent without a file of its own. */
export const agentUnits: UnitsOf<
  | AgentFailure
  | { readonly code: 'agent.no_filter' }
  | DayMomentumReason
  | OpeningRangeReason
  | HourTrendReason
  | OiFlowReason
  | VolatilityGapReason
  | TimeOfDayReason
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
  'oi_change.chain_missing': {},
  'oi_change.warm_up': { minutes: 'count' },
  'oi_change.none': { minutes: 'count' },
  'oi_change.balanced': { minutes: 'count' },
  'oi_change.net': {
    direction: 'select',
    minutes: 'count',
    bullish: 'lakh',
    bearish: 'lakh',
    turnover: 'ratio',
  },
  'time_slot.unknown': { known: 'count', needed: 'count', from: 'minuteOfDay', to: 'minuteOfDay' },
  'time_slot.over': { to: 'minuteOfDay' },
  'time_slot.same': { sessions: 'count', from: 'minuteOfDay', to: 'minuteOfDay' },
  'time_slot.none': { sessions: 'count', from: 'minuteOfDay', to: 'minuteOfDay' },
  'time_slot.usual': {
    direction: 'select',
    sessions: 'count',
    move: 'points',
    errors: 'tenths',
    full: 'decimal',
    from: 'minuteOfDay',
    to: 'minuteOfDay',
  },
  'volatility.bars_missing': {},
  'volatility.chain_missing': {},
  'volatility.warm_up': { known: 'count', needed: 'count' },
  'volatility.no_move': { minutes: 'count' },
  'volatility.equal': { implied: 'ratio' },
  'volatility.continues': {
    direction: 'select',
    move: 'points',
    minutes: 'count',
    realised: 'ratio',
    implied: 'ratio',
  },
  'volatility.reverts': {
    direction: 'select',
    move: 'points',
    minutes: 'count',
    realised: 'ratio',
    implied: 'ratio',
  },
}
