import { t } from '@lingui/core/macro'
/**
 * The words for a refused password sign-in. Every authentication failure reads the same, so that nobody learns which
 * addresses exist; the other two are not failures of the password and are told with their remedy.
 */
export function signInFailureText({ status, code }: { status?: number; code?: string | undefined }): string {
  if (code === 'EMAIL_NOT_VERIFIED') return t`Verify your e-mail address first: open the link we have sent to it.`
  if (status === 429) return t`Too many attempts. Wait a minute and try again.`
  if (status === undefined || status === 0 || status >= 500)
    return t`The service does not answer. Try again in a moment.`
  return t`Invalid email or password`
}

/** Whether the password was right and a second factor is still to come. The SDK's type does not know of it. */
export function isHalfWay(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'twoFactorRedirect' in reply && reply.twoFactorRedirect === true
}

/** The words for a refused code of the second factor. */
export function codeFailureText({ status, code }: { status?: number; code?: string | undefined }): string {
  if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE') return t`That code is not right. Try the next one.`
  if (code === 'INVALID_TWO_FACTOR_COOKIE') return t`That took too long. Start again with your password.`
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED') return t`Too many wrong codes. Try again in a quarter of an hour.`
  if (code === 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE') return t`Too many wrong codes. Start again with your password.`
  return signInFailureText({ status: status ?? 0 })
}
