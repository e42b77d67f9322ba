import { createAuthClient } from 'better-auth/react'
import { oauthPopupClient, twoFactorClient } from 'better-auth/client/plugins'

/** The identity SDK, mounted at `/api/auth`. Only the screens that sign in, or change a password, import it. */
export const identity = createAuthClient({
  basePath: '/api/auth',
  plugins: [oauthPopupClient(), twoFactorClient()],
  // Looked up at each call: the SDK would keep the one it finds when it is loaded.
  fetchOptions: { customFetchImpl: (input, init) => fetch(input, init) },
})
