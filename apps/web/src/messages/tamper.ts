import texts from '@strikewise/messages/catalogue/en/public-log.json'
import type { TamperReason } from '@strikewise/public-log/tamper-report.ts'
import { publicLogUnits } from '@strikewise/messages/units/public-log.ts'
import { labelSet, messageFamily } from '../lib/message-family.ts'

/** What was done to a record. */
export const tamperText = messageFamily<TamperReason>(publicLogUnits, texts)
export const tamperKindLabel = labelSet('tamper_kind', texts)
