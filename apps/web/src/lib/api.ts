import { createClient } from '@strikewise/wire/client.ts'

/** The one client of the app. Same origin, the session cookie says who asks. */
export const api = createClient({ baseUrl: '/api' })
