import { isLanguage, type Language } from '@strikewise/domain/text/language.ts'
import type { Identity } from './identity.ts'
import { withStoreFailure } from './store-failure.ts'

/** Who is asking, proved by session cookie or bearer token. */
export interface Caller {
  readonly userId: string
  readonly sessionId: string
  /** When the caller last proved who they are, in real time; 0: an external provider did not show when. */
  readonly signedInAt: number
  /** Whether this session was begun with a code of the second factor that the account still has. */
  readonly secondFactor: boolean
  readonly name: string
  readonly email: string
  readonly emailVerified: boolean
  /** What the account is answered in; null: not chosen yet. */
  readonly language: Language | null
}

/** The caller behind a request's headers, or undefined. Cookies the library wants to renew come back in `setCookie`. */
export async function callerOf(
  identity: Identity,
  headers: Headers,
): Promise<{ caller: Caller; setCookie: readonly string[] } | undefined> {
  if (!headers.has('cookie') && !headers.has('authorization')) return undefined
  // A store that is full answers nothing: the caller may well be signed in.
  const { response, headers: out } = await withStoreFailure(
    () => identity.api.getSession({ headers, returnHeaders: true }),
    (found) => found.response === null,
  )
  if (response === null) return undefined
  const { user, session } = response
  return {
    caller: {
      userId: user.id,
      sessionId: session.id,
      signedInAt: Math.min(session.createdAt.getTime(), session.authenticatedAt?.getTime() ?? 0),
      secondFactor: user.twoFactorEnabled === true && session.secondFactor === true,
      name: user.name,
      email: user.email,
      emailVerified: user.emailVerified,
      language: isLanguage(user.language) ? user.language : null,
    },
    setCookie: out?.getSetCookie() ?? [],
  }
}
