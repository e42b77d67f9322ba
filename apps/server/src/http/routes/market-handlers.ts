import { decisionById, decisionsOn } from '../../decisions/decision-rows.ts'
import { ApiFailure } from '../api-failure.ts'
import type { Handlers } from '../handler.ts'
import type { WebParts } from '../web-parts.ts'

export function marketHandlers({ db }: WebParts): Handlers<'decisions' | 'decision'> {
  return {
    decisions: ({ query }) => decisionsOn(db, { day: query.date, symbol: query.symbol, limit: query.limit }),

    async decision({ params }) {
      const found = await decisionById(db, params.id)
      if (found === undefined) throw new ApiFailure({ code: 'problem.not_found.decision' })
      return found
    },
  }
}
