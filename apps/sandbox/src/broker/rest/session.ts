import type { Context } from 'hono'
import { kiteErrors } from '../kite-error.ts'
import type { BrokerDeps, Route } from './call.ts'
import { sessionData } from './user.ts'

/** `POST /session/token`: a request token and its checksum for an access token. Needs no authorization. */
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

/** `DELETE /session/token?api_key=…&access_token=…`: ends the session that is named. The token itself is the authorization. */
export async function closeSession(c: Context, { sessions, market }: BrokerDeps): Promise<true> {
  const named = (field: string): string => {
    const value = c.req.query(field)
    if (value === undefined || value === '') throw kiteErrors.missingInput(field)
    return value
  }
  const session = sessions.find(named('api_key'), named('access_token'), market.now())
  if (session === undefined) throw kiteErrors.badToken()
  sessions.close(session.userId)
  return true
}

export const sessionRoutes: readonly Route[] = [
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
