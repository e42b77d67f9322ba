import { clientProblemText } from '../../messages/client-problem.ts'

interface IdentityError {
  readonly code?: string | undefined
  readonly message?: string | undefined
}

/** Why a new password was refused, else what the identity service shows; undefined where it shows nothing. */
export function refusedPasswordText({ code, message }: IdentityError): string | undefined {
  if (code === 'PASSWORD_TOO_COMMON') return clientProblemText({ code: 'problem.password_too_common' })
  if (code === 'PASSWORD_TOO_PERSONAL') return clientProblemText({ code: 'problem.password_too_personal' })
  return message
}
