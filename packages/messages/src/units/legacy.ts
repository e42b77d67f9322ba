import type { LegacyText } from '../families/legacy.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `legacy`. */
export const legacyUnits: UnitsOf<LegacyText> = {
  'legacy.text': { text: 'text' },
}
