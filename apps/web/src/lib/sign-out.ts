import { restoreLanguage } from './language.ts'
import { unsubscribeBrowser } from './push-subscription.ts'
import { queryClient } from './query-client.ts'
import { sessionEnded } from './session.ts'
import { restoreTheme } from './theme.ts'

/**
 * Signs out, clears local storage (all of it, theme and language included) and forgets what the account showed: its alerts appear in
 * this browser no more. The signed-in screens then leave for `exit`, or for /login.
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
  // Not awaited: the push service may be out of reach, and the account is signed out.
  unsubscribeBrowser().catch((error: unknown) => console.error('notifications of this browser are still on', error))
  localStorage.clear()
  restoreTheme()
  await restoreLanguage()
  sessionEnded({ exit })
  queryClient.clear()
}
