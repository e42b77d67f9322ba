import { decisionById, decisionsOn } from '../../decisions/decision-rows.ts'
import { ApiFailure } from '../api-failure.ts'
import type { Handlers } from '../handler.ts'
import type { WebParts } from '../web-parts.ts'

export function marketHandlers({ db, views }: WebParts): Handlers<'decisions' | 'decision' | 'entryRefusals'> {
  return {
    decisions: ({ query }) => decisionsOn(db, { day: query.date, symbol: query.symbol, limit: query.limit }),

    async decision({ params }) {
      const found = await decisionById(db, params.id)
      if (found === undefined) throw new ApiFailure('not_found', 'There is no such decision.')
      return found
    },

    async entryRefusals({ caller, query: { uid, date, limit, before } }) {
      if (uid !== caller.userId) throw new ApiFailure('uid_mismatch', 'You may only ask for your own trades.')
      return views.entryRefusals(caller.userId, date, { limit, before })
    },
  }
}
