import type { CandleNote, CandleReason } from '@strikewise/signals/registry/definitions/candle-agent.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `candle`, `candle_note`. */
export const candleUnits: UnitsOf<CandleReason | CandleNote> = {
  'candle.warm_up': { known: 'count', needed: 'count' },
  'candle.none': { bars: 'count' },
  'candle.doji': {},
  'candle.pattern': { pattern: 'label:pattern', barEnd: 'at' },
  'candle.pattern.noted': { pattern: 'label:pattern', barEnd: 'at', notes: 'messages' },
  'candle.below_threshold': { score: 'score', needed: 'strength' },
  'candle_note.no_trend': {},
  'candle_note.small_range': {},
  'candle_note.confirmed_above': { level: 'points' },
  'candle_note.confirmed_below': { level: 'points' },
  'candle_note.then_doji': {},
  'candle_note.gap_tolerance': {},
}
