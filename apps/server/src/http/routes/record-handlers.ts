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
      if (found === undefined) throw new ApiFailure('not_found', 'No decision was made in that minute.')
      return found
    },

    async whyDecision({ params }) {
      const found = await whyOfDecision(db, params.id)
      if (found === undefined) throw new ApiFailure('not_found', 'There is no such decision.')
      return found
    },
  }
}
