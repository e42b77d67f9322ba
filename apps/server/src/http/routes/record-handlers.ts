import { whyOfDecision, whyOfMinute } from '../../decisions/why.ts'
import { signedDays } from '../../record/day-export.ts'
import { ApiFailure } from '../api-failure.ts'
import type { Handlers } from '../handler.ts'
import type { WebParts } from '../web-parts.ts'

export function recordHandlers({ db }: WebParts): Handlers<'record' | 'why' | 'whyDecision'> {
  return {
    record: async () => ({ days: await signedDays(db) }),

    async why({ query }) {
      const found = await whyOfMinute(db, query.symbol, query.minute)
      if (found === undefined) throw new ApiFailure({ code: 'problem.not_found.minute' })
      return found
    },

    async whyDecision({ params }) {
      const found = await whyOfDecision(db, params.id)
      if (found === undefined) throw new ApiFailure({ code: 'problem.not_found.decision' })
      return found
    },
  }
}
