import { t } from '@lingui/core/macro'
import { codeFailureText } from '../identity/sign-in-failure.ts'

/** The words for a change of the second factor that the password was asked for and that was refused. */
export function passwordFailureText(error: { status?: number; code?: string | undefined }): string {
  return error.code === 'INVALID_PASSWORD' ? t`Incorrect current password.` : codeFailureText(error)
}
