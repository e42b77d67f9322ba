import { trackedTradesOn } from '../../trades/tracked-trades.ts'
import { ApiFailure } from '../api-failure.ts'
import type { Handlers } from '../handler.ts'
import type { WebParts } from '../web-parts.ts'

export function tradeHandlers({ db, views, pnl }: WebParts): Handlers<'livePnl' | 'tradeTracker' | 'entryRefusals'> {
  return {
    livePnl: ({ caller, query: { uid, date } }) => pnl.of(own(uid, caller.userId), date),
    tradeTracker: ({ caller, query: { uid, date } }) => trackedTradesOn(db, own(uid, caller.userId), date),
    entryRefusals: ({ caller, query: { uid, date, limit, before } }) =>
      views.entryRefusals(own(uid, caller.userId), date, { limit, before }),
  }
}

/** The session says who is asking; the uid in the query is only ever compared with it. */
function own(uid: string, userId: string): string {
  if (uid !== userId) throw new ApiFailure('uid_mismatch', 'You may only ask for your own trades.')
  return userId
}
