import { restoreLanguage } from './language.ts'
import { queryClient } from './query-client.ts'
import { sessionEnded } from './session.ts'
import { restoreTheme } from './theme.ts'

/**
 * Signs out, clears local storage (all of it, theme and language included) and forgets what the account showed. The signed-in screens
 * then leave for `exit`, or for /login.
 */
export async function signOut(exit?: '/'): Promise<void> {
  const response = await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    credentials: 'same-origin',
    body: '{}',
    signal: AbortSignal.timeout(20_000),
  })
  if (!response.ok && response.status !== 401) throw new Error(`sign-out answered ${response.status}`)
  localStorage.clear()
  restoreTheme()
  await restoreLanguage()
  sessionEnded({ exit })
  queryClient.clear()
}
