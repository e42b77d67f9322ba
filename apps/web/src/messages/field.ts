import labels from '@strikewise/messages/catalogue/en/labels-account.json'
import texts from '@strikewise/messages/catalogue/en/field.json'
import { fieldUnits } from '@strikewise/messages/units/field.ts'
import type { FieldProblem } from '@strikewise/wire/field-problem.ts'
import { messageFamily } from '../lib/message-family.ts'

/** What is wrong with a field of a form. */
export const fieldText = messageFamily<FieldProblem>(fieldUnits, texts, labels)
