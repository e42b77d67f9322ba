import type { MessageDescriptor } from '@lingui/core'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const TEXTS: Readonly<Record<string, MessageDescriptor>> = {
  session_expired: msg`Your session has expired. Log in again.`,
  session_ended: msg`You were logged out from another device. Log in again.`,
  password_changed: msg`Your password was changed, so all devices were logged out. Log in with the new password.`,
}

/** Why the user has to log in again, by the server's code; undefined where there is nothing to report about it. */
export function sessionEndText(code: string | undefined): string | undefined {
  const text = code === undefined || !Object.hasOwn(TEXTS, code) ? undefined : TEXTS[code]
  return text === undefined ? undefined : i18n._(text)
}
