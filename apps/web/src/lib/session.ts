import { isLanguage, type Language } from '@strikewise/domain/text/language.ts'
import { createStore, useStore } from './store.ts'

/*
 * Who is signed in. A plain fetch and not the identity SDK: every page needs the answer, the landing page too,
 * and only the pages that sign in or out need the SDK.
 */
interface SessionUser {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Of the account; null: not chosen yet. */
  readonly language: Language | null
}

export type UserSession =
  | { readonly status: 'unknown' }
  /** `exit`: where the signed-in screens leave for, /login by default. `ended`: the server's code for why there is no session. */
  | { readonly status: 'out'; readonly exit?: '/'; readonly ended?: string }
  | { readonly status: 'in'; readonly user: SessionUser }

const store = createStore<UserSession>({ status: 'unknown' })

export const session = store
export const useSession = () => useStore(store)

/** Asks identity who is signed in and publishes the answer. A failed question counts as signed out. */
export async function refreshSession(): Promise<UserSession> {
  const next = await readSession()
  store.set(next)
  return next
}

/** The session has ended: by signing out here, or elsewhere, which a call learns when it is refused with 401. */
export function sessionEnded({ exit, ended }: { readonly exit?: '/' | undefined; readonly ended?: string } = {}): void {
  // Calls still on their way are refused after the sign-out: they must not change where it leads.
  if (store.get().status === 'out') return
  store.set({ status: 'out', ...(exit === undefined ? {} : { exit }), ...(ended === undefined ? {} : { ended }) })
}

async function readSession(): Promise<UserSession> {
  try {
    const response = await fetch('/api/auth/get-session', {
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(20_000),
    })
    if (!response.ok) return { status: 'out' }
    const user = userOf(await response.json())
    if (user !== undefined) return { status: 'in', user }
    const ended = response.headers.get('x-session-end')
    return { status: 'out', ...(ended === null ? {} : { ended }) }
  } catch (error) {
    console.error('sign-in state could not be read', error)
    return { status: 'out' }
  }
}

function userOf(json: unknown): SessionUser | undefined {
  if (typeof json !== 'object' || json === null || !('user' in json)) return undefined
  const { user } = json
  if (typeof user !== 'object' || user === null || !('id' in user) || typeof user.id !== 'string') return undefined
  return {
    id: user.id,
    name: 'name' in user && typeof user.name === 'string' ? user.name : '',
    email: 'email' in user && typeof user.email === 'string' ? user.email : '',
    language: 'language' in user && isLanguage(user.language) ? user.language : null,
  }
}
