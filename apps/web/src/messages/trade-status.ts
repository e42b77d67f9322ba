import texts from '@strikewise/messages/catalogue/en/labels-trading.json'
import type { TradeStatusLabel } from '@strikewise/messages/labels.ts'
import { labelSet } from '../lib/message-family.ts'

const nameOf = labelSet('trade_status', texts)
const isKnown = (status: string): status is TradeStatusLabel => Object.hasOwn(texts, `label.trade_status.${status}`)

/** The status of a trade. A status of a later version of the server is shown as it came. */
export const tradeStatusText = (status: string): string => (isKnown(status) ? nameOf(status) : status)
