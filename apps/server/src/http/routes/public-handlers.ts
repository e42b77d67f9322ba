import { showcaseLog } from '../../public/showcase-log.ts'
import { createTicket } from '../../support/create-ticket.ts'
import { topTraders } from '../../public/top-traders.ts'
import { statusOf } from '../../status/uptime-days.ts'
import type { Handlers } from '../handler.ts'
import { memoizeFor } from '../../memoize-for.ts'
import { confirmSignUp, signUp } from '../sign-up.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'signup' | 'confirmSignup' | 'askSupport' | 'status' | 'showcaseLog' | 'topTraders'

/** Both are the same for every caller and need no sign-in. */
const STATUS_CACHE_MS = 15_000
const RANKING_CACHE_MS = 60_000

export function publicHandlers(parts: WebDependencies): Handlers<Names> {
  const { db, config, bus, clock } = parts
  const status = memoizeFor(STATUS_CACHE_MS, () => statusOf(db))
  const ranking = memoizeFor(RANKING_CACHE_MS, () => topTraders(db))
  return {
    signup: ({ body, address }) => signUp(parts, body, address),
    confirmSignup: ({ body }) => confirmSignUp(parts, body),
    async askSupport({ body, address }) {
      const ticket = await db
        .transaction()
        .execute((tx) => createTicket(tx, config, body, address, { now: clock.now() }))
      bus.publish('outbox', null)
      return { ticket }
    },
    status,
    showcaseLog: ({ query }) => showcaseLog(parts, query.date),
    topTraders: ranking,
  }
}
