import type { Context } from 'hono'
import { kiteErrors } from '../kite-error.ts'
import type { BrokerDeps, Route } from './call.ts'
import { sessionData } from './user.ts'

/** `POST /session/token`: a request token and its checksum for an access token. The one call without authorization. */
export async function openSession(c: Context, deps: BrokerDeps): Promise<object> {
  const form = await c.req.parseBody()
  const field = (name: string): string => {
    const value = form[name]
    if (typeof value !== 'string' || value === '') throw kiteErrors.missingInput(name)
    return value
  }
  const account = deps.accounts.byApiKey(field('api_key'))
  const session = deps.sessions.exchange(
    account,
    field('request_token'),
    field('checksum'),
    deps.market.now(),
    deps.realMs(),
  )
  switch (session) {
    case 'unknown_key':
      throw kiteErrors.badToken()
    case 'bad_checksum':
      throw kiteErrors.badChecksum()
    case 'bad_request_token':
      throw kiteErrors.badRequestToken()
    default:
      return sessionData(account!, session)
  }
}

export const sessionRoutes: readonly Route[] = [
  {
    method: 'DELETE',
    path: '/session/token',
    group: 'other',
    answer: ({ account, deps }) => {
      deps.sessions.close(account.userId)
      return true
    },
  },
  {
    method: 'POST',
    path: '/session/refresh_token',
    group: 'other',
    // Only platforms with a special approval have refresh tokens.
    answer: () => {
      throw kiteErrors.noPermission()
    },
  },
]
