import { ApiError } from '@strikewise/wire/api-error.ts'
import { createClient, type Client } from '@strikewise/wire/client.ts'
import { currentLanguage } from './language.ts'
import { routeOf } from './route-definitions.ts'
import { requestReauthentication } from './sign-in-again.ts'

const client = createClient({
  routeOf,
  baseUrl: '/api',
  // What the server shows of a failure comes in the language of the page.
  headers: () => ({ 'accept-language': currentLanguage() }),
})

/**
 * Asks the server. Same origin, the session cookie shows who asks. A call that only a fresh sign-in may make asks
 * the person for it and is made once more.
 */
const serverApi: Client = {
  async call(name, ...input) {
    try {
      return await client.call(name, ...input)
    } catch (error) {
      const isRequired = error instanceof ApiError && error.code === 'sign_in_again'
      if (!isRequired || !(await requestReauthentication())) throw error
      return client.call(name, ...input)
    }
  },
}

let answering: Client = serverApi

/** The one client of the app: every screen asks it. */
export const api: Client = { call: async (name, ...input) => answering.call(name, ...input) }

/** Lets `client` answer every call in place of the server, as a recording does. Returns how to end that. */
export function answerFrom(client: Client): () => void {
  answering = client
  return () => {
    answering = serverApi
  }
}
