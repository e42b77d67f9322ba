import { t } from '@lingui/core/macro'
interface RefusalGroupRow {
  readonly status?: number
  readonly code?: string | undefined
}

/** What a failed sign-in is shown as: the same first line always, and what else is known. */
export interface SignInFailure {
  readonly text: string
  readonly hint: string | undefined
}

/**
 * The words for a failed password sign-in. Every failure begins alike, so that it shows nothing about which addresses
 * exist; a second line names what is no failure of the password.
 */
export function signInFailure(refusal: RefusalGroupRow): SignInFailure {
  return { text: t`Invalid email or password`, hint: serviceUnavailable(refusal) }
}

/** What kept the service from looking at a password or a code; undefined when it looked. */
export function serviceUnavailable({ status }: RefusalGroupRow): string | undefined {
  if (status === 429) return t`Too many attempts. Wait a few minutes and try again.`
  if (status === undefined || status === 0) return t`The service could not be reached. Check your connection.`
  if (status >= 500) return t`The service does not answer. Try again in a moment.`
  return undefined
}

/** Whether the password was right and a second factor is still to come. The SDK's type does not know of it. */
export function isHalfWay(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'twoFactorRedirect' in reply && reply.twoFactorRedirect === true
}

/** The words for a refused code of the second factor. */
export function codeFailureText({ status, code }: { status?: number; code?: string | undefined }): string {
  if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE') return t`Incorrect code. Try the next one.`
  if (code === 'INVALID_TWO_FACTOR_COOKIE') return t`That took too long. Start again with your password.`
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED') return t`Too many wrong codes. Try again in a quarter of an hour.`
  if (code === 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE') return t`Too many wrong codes. Start again with your password.`
  return serviceUnavailable({ status: status ?? 0 }) ?? t`Incorrect code. Try the next one.`
}
