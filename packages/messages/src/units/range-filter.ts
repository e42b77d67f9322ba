import type { SidewaysReason } from '@strikewise/signals/registry/definitions/sideways-agent.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `sideways`. */
export const rangeFilterUnits: UnitsOf<SidewaysReason> = {
  'sideways.warm_up': { known: 'count', needed: 'count' },
  'sideways.range': { votes: 'count', of: 'count', needed: 'count' },
  'sideways.trend_up': { length: 'count', rise: 'points', bars: 'count', adx: 'tenths' },
  'sideways.trend_down': { length: 'count', fall: 'points', bars: 'count', adx: 'tenths' },
  'sideways.transition': { votes: 'count', of: 'count' },
  'sideways.adx': { length: 'count', adx: 'tenths', limit: 'decimal' },
  'sideways.choppiness': { length: 'count', choppiness: 'tenths', limit: 'decimal' },
  'sideways.width': { bars: 'count', range: 'points', atrs: 'tenths', limit: 'decimal' },
  'sideways.width.none': { bars: 'count' },
  'sideways.squeeze': {},
  'sideways.inside_opening_range': { low: 'points', high: 'points' },
}
