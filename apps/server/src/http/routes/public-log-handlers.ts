import { whyOfDecision, whyOfMinute } from '../../decisions/why.ts'
import { signedDays } from '../../public-log/day-export.ts'
import { DomainError } from '../../domain-error.ts'
import type { Handlers } from '../handler.ts'
import { publicLogDay } from './public-log-day.ts'
import type { WebDependencies } from '../web-dependencies.ts'

export function publicLogHandlers(parts: WebDependencies): Handlers<'record' | 'recordDay' | 'why' | 'whyDecision'> {
  const { db } = parts
  return {
    record: async () => ({ days: await signedDays(db) }),

    recordDay: ({ params, headers }) => publicLogDay(parts, params.day, headers),

    async why({ query }) {
      const found = await whyOfMinute(db, query.symbol, query.minute)
      if (found === undefined) throw new DomainError({ code: 'problem.not_found.minute' })
      return found
    },

    async whyDecision({ params }) {
      const found = await whyOfDecision(db, params.id)
      if (found === undefined) throw new DomainError({ code: 'problem.not_found.decision' })
      return found
    },
  }
}
