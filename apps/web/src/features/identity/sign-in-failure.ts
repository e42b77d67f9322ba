/**
 * The words for a refused password sign-in. Every authentication failure reads the same, so that nobody learns which
 * addresses exist; the other two are not failures of the password and are told with their remedy.
 */
export function signInFailureText({ status, code }: { status?: number; code?: string | undefined }): string {
  if (code === 'EMAIL_NOT_VERIFIED') return 'Verify your e-mail address first: open the link we have sent to it.'
  if (status === 429) return 'Too many attempts. Wait a minute and try again.'
  if (status === undefined || status === 0 || status >= 500)
    return 'The service does not answer. Try again in a moment.'
  return 'Invalid email or password'
}
