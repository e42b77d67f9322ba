import { decisionById, decisionsOn } from '../../decisions/decision-rows.ts'
import { DomainError } from '../../domain-error.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

export function marketHandlers({ db }: WebDependencies): Handlers<'decisions' | 'decision'> {
  return {
    decisions: ({ query }) => decisionsOn(db, { day: query.date, symbol: query.symbol, limit: query.limit }),

    async decision({ params }) {
      const found = await decisionById(db, params.id)
      if (found === undefined) throw new DomainError({ code: 'problem.not_found.decision' })
      return found
    },
  }
}
