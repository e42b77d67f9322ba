import type { LegalUpdate } from '@strikewise/legal/legal-text.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `legal`. */
export const legalUnits: UnitsOf<LegalUpdate> = {
  'legal.updated': { on: 'longDay' },
  'legal.updated_with_part': { on: 'longDay', part: 'count', partOn: 'longDay' },
}
