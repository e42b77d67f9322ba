import texts from '@strikewise/messages/catalogue/en/labels-report.json'
import type { ExitReasonLabel } from '@strikewise/messages/labels.ts'
import { labelSet } from '../lib/message-family.ts'

/** The title of a column of closed trades. */
export const columnTitle = labelSet('trade_column', texts)

const reasonText = labelSet('exit_reason', texts)
const isKnown = (reason: string): reason is ExitReasonLabel => Object.hasOwn(texts, `label.exit_reason.${reason}`)

/** Why a trade ended. A reason of a later version of the server is shown as it came. */
export const exitReasonText = (reason: string): string => (isKnown(reason) ? reasonText(reason) : reason)
