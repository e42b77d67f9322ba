import { AsyncLocalStorage } from 'node:async_hooks'

/** What one request of the identity library learns on its way, and the session it begins is marked with. */
export interface AuthenticationTime {
  /** When the person proved at the external provider who they are, in real time, as the provider shows. */
  provedAt?: Date
}

/** One for each request to the library. */
export const authenticationTime = new AsyncLocalStorage<AuthenticationTime>()
