import type { LegacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `legacy`. */
export const legacyUnits: UnitsOf<LegacyText> = {
  'legacy.text': { text: 'text' },
}
