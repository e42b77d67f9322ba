import texts from '@strikewise/messages/catalogue/en/legal.json'
import type { LegalUpdate } from '@strikewise/legal/legal-text.ts'
import { legalUnits } from '@strikewise/messages/units/legal.ts'
import { messageFamily } from '../lib/message-family.ts'

/** When a legal text was last changed. */
export const legalUpdateText = messageFamily<LegalUpdate>(legalUnits, texts)
