import { houseLog } from '../../public/house-log.ts'
import { askSupport } from '../../public/support.ts'
import { topTraders } from '../../public/top-traders.ts'
import { statusOf } from '../../status/status-days.ts'
import type { Handlers } from '../handler.ts'
import { keptFor } from '../kept-for.ts'
import { confirmSignUp, signUp } from '../sign-up.ts'
import type { WebParts } from '../web-parts.ts'

type Names = 'signup' | 'confirmSignup' | 'askSupport' | 'status' | 'houseLog' | 'topTraders'

/** Both are the same for everybody and are asked by anybody. */
const STATUS_KEPT_MS = 15_000
const RANKING_KEPT_MS = 60_000

export function publicHandlers(parts: WebParts): Handlers<Names> {
  const { db, config, bus } = parts
  const status = keptFor(STATUS_KEPT_MS, () => statusOf(db))
  const ranking = keptFor(RANKING_KEPT_MS, () => topTraders(db))
  return {
    signup: ({ body, address }) => signUp(parts, body, address),
    confirmSignup: ({ body }) => confirmSignUp(parts, body),
    async askSupport({ body, address }) {
      const ticket = await db.transaction().execute((tx) => askSupport(tx, config, body, address))
      bus.publish('outbox', null)
      return { ticket }
    },
    status,
    houseLog: ({ query }) => houseLog(parts, query.date),
    topTraders: ranking,
  }
}
