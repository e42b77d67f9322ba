/** Why a call failed, where no answer of the server shows it. */
export type ClientProblem =
  | PasswordProblem
  | { readonly code: 'problem.timeout' }
  | { readonly code: 'problem.network' }
  | { readonly code: 'problem.bad_reply' }
  | { readonly code: 'problem.status'; readonly status: number }
  | { readonly code: 'problem.unknown' }

/** Why a password is refused. */
export type PasswordProblem =
  | { readonly code: 'problem.password_too_common' }
  | { readonly code: 'problem.password_too_personal' }
