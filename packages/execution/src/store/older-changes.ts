import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { Change, EntryRefusal } from './account-changes.ts'
import type { Notification } from './notification.ts'

/** A refusal as versions wrote it whose texts were finished sentences. */
interface OlderRefusal extends Omit<EntryRefusal, 'message'> {
  readonly text: string
}

/** An alarm as those versions wrote it. */
interface OlderAlarm extends Omit<Extract<Change, { type: 'alarm' }>, 'message'> {
  readonly text: string
}

/** A change as an offline journal holds it, which an older version may have written: its sentences become messages. */
export function currentChange(change: Change | OlderAlarm): Change {
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
