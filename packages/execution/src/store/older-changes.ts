import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { Change, EntryRefusal } from './account-changes.ts'
import type { Fill } from '../trade/fill.ts'
import type { Trade } from '../trade/trade.ts'
import type { Notification } from './notification.ts'

/** A refusal as versions wrote it whose texts were finished sentences. */
interface OlderRefusal extends Omit<EntryRefusal, 'message'> {
  readonly text: string
}

/** An alarm as those versions wrote it. */
interface OlderAlarm extends Omit<Extract<Change, { type: 'alarm' }>, 'message'> {
  readonly text: string
}

/** A trade with the names of its fields before they were the field's terms. */
interface OlderTrade extends Omit<Trade, 'manualExitQuantity' | 'entrySettings'> {
  readonly soldByHand: Trade['manualExitQuantity']
  readonly frozen: Trade['entrySettings']
}

interface OlderFill extends Omit<Fill, 'isManual'> {
  readonly byHand: boolean
}

/**
 * A change as an offline journal holds it, which an older version may have written: its sentences become messages, and its
 * fields have their current names.
 */
export function currentChange(change: Change | OlderAlarm): Change {
  if (change.type === 'trade' && 'soldByHand' in change.trade) {
    const { soldByHand, frozen, ...trade } = change.trade as unknown as OlderTrade
    return { ...change, trade: { ...trade, manualExitQuantity: soldByHand, entrySettings: frozen } as Trade }
  }
  if (change.type === 'fill' && 'byHand' in change.fill) {
    const { byHand, ...fill } = change.fill as unknown as OlderFill
    return { ...change, fill: { ...fill, isManual: byHand } }
  }
  if (change.type === 'alarm' && !('message' in change)) {
    const { text, ...alarm } = change
    return { ...alarm, message: legacyText(text) }
  }
  if (change.type !== 'refusal' || 'message' in change.refusal) return change
  const { text, ...refusal } = change.refusal as OlderRefusal
  return { type: 'refusal', refusal: { ...refusal, message: legacyText(text) } }
}

/** A notification as versions wrote it whose texts were finished sentences. */
interface OlderNotification extends Omit<Notification, 'message'> {
  readonly text: string
}

/** A notification as an offline journal holds it. */
export function currentNotification(notification: Notification | OlderNotification): Notification {
  if ('message' in notification) return notification
  const { text, ...kept } = notification
  return { ...kept, message: legacyText(text) }
}
