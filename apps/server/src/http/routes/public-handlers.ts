import { houseLog } from '../../public/house-log.ts'
import { askSupport } from '../../public/support.ts'
import { listingOf, saveListing, topTraders } from '../../public/top-traders.ts'
import { statusOf } from '../../status/status-days.ts'
import type { Handlers } from '../handler.ts'
import { keptFor } from '../kept-for.ts'
import type { WebParts } from '../web-parts.ts'

type Names = 'askSupport' | 'status' | 'houseLog' | 'topTraders' | 'listing' | 'saveListing'

/** Both are the same for everybody and are asked by anybody. */
const STATUS_KEPT_MS = 15_000
const RANKING_KEPT_MS = 60_000

export function publicHandlers(parts: WebParts): Handlers<Names> {
  const { db } = parts
  const status = keptFor(STATUS_KEPT_MS, () => statusOf(db))
  const ranking = keptFor(RANKING_KEPT_MS, () => topTraders(db))
  return {
    askSupport: async ({ body, address }) => ({ ticket: await askSupport(parts, body, address) }),
    status,
    houseLog: ({ query }) => houseLog(parts, query.date),
    topTraders: ranking,
    listing: ({ caller }) => listingOf(db, caller.userId),
    saveListing: ({ caller, body }) => saveListing(db, caller.userId, body),
  }
}
