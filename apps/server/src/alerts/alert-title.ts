import type { AlertKind } from '@strikewise/domain/alerts/alert-kinds.ts'
import type { AlertTitle } from '@strikewise/messages/families/alert.ts'

/** What alerts of a kind are called: in the list, in a chat and as the subject of a mail. */
export function alertTitle(kind: AlertKind): AlertTitle {
  return { code: `alert_title.${kind}` }
}
