import texts from '@strikewise/messages/catalogue/en/retention.json'
import type { RetentionText } from '@strikewise/legal/retention.ts'
import { retentionUnits } from '@strikewise/messages/units/retention.ts'
import { labelSet, messageFamily } from '../lib/message-family.ts'

/** What is stored, until when and why. */
export const retentionText = messageFamily<RetentionText>(retentionUnits, texts)
export const erasureEffectLabel = labelSet('erasure_effect', texts)
