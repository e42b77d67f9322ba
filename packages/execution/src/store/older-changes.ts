import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { Change, EntryRefusal } from './account-changes.ts'

/** A refusal as versions wrote it whose texts were finished sentences. */
interface OlderRefusal extends Omit<EntryRefusal, 'message'> {
  readonly text: string
}

/** A change as an offline journal holds it, which an older version may have written: its sentences become messages. */
export function currentChange(change: Change): Change {
  if (change.type !== 'refusal' || 'message' in change.refusal) return change
  const { text, ...refusal } = change.refusal as OlderRefusal
  return { type: 'refusal', refusal: { ...refusal, message: legacyText(text) } }
}
