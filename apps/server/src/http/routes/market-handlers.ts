import { decisionById, decisionsOn } from '../../decisions/decision-rows.ts'
import { ApiFailure } from '../api-failure.ts'
import type { Handlers } from '../handler.ts'
import type { WebParts } from '../web-parts.ts'

export function marketHandlers({ db }: WebParts): Handlers<'decisions' | 'decision'> {
  return {
    decisions: ({ query }) => decisionsOn(db, { day: query.date, symbol: query.symbol, limit: query.limit }),

    async decision({ params }) {
      const found = await decisionById(db, params.id)
      if (found === undefined) throw new ApiFailure('not_found', 'There is no such decision.')
      return found
    },
  }
}
