import { whyOfDecision, whyOfMinute } from '../../decisions/why.ts'
import { signedDays } from '../../public-log/day-export.ts'
import { DomainError } from '../../domain-error.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

export function recordHandlers({ db }: WebDependencies): Handlers<'record' | 'why' | 'whyDecision'> {
  return {
    record: async () => ({ days: await signedDays(db) }),

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
