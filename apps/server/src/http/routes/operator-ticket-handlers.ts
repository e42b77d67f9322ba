import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { recordAction } from '../../operator/actions.ts'
import { answerTicket } from '../../support/reply-to-ticket.ts'
import { ticketOf, ticketsOf } from '../../support/tickets.ts'
import { DomainError } from '../../domain-error.ts'
import type { Handlers } from '../handler.ts'
import { runIdempotent } from '../idempotency.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'operatorTickets' | 'operatorTicket' | 'answerTicket'

/** What operators read and answer of users' questions. Each act is kept in the transaction that does it. */
export function operatorTicketHandlers({ db, clock, bus }: WebDependencies): Handlers<Names> {
  return {
    operatorTickets: async ({ query }) => ({ tickets: await ticketsOf(db, query.show) }),

    async operatorTicket({ caller, params }) {
      const ticket = await ticketOf(db, params.id)
      if (ticket === undefined) throw new DomainError({ code: 'problem.not_found.conversation' })
      const details = { ticket: ticket.id }
      await recordAction(db, { by: caller.userId, action: 'ticket_read', userId: ticket.user_id, details })
      return ticket
    },

    async answerTicket({ caller, params: { id }, body, idempotencyKey }) {
      requireFreshSignIn(caller)
      const by = caller.userId
      const call = { userId: by, route: `tickets/${id}`, key: idempotencyKey, body }
      const message = await runIdempotent(
        (work) => db.transaction().execute(work),
        call,
        async (tx) => {
          const answered = await answerTicket(tx, id, { text: body.text, by, now: clock.now() })
          const { userId } = answered
          await recordAction(tx, { by, action: 'ticket_answered', userId, details: { ticket: id } })
          return answered.message
        },
      )
      bus.publish('outbox', null)
      return { message }
    },
  }
}
