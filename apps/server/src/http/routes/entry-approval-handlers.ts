import { rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { istIso } from '@strikewise/domain/time/ist.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { EntryOfferReply } from '@strikewise/wire/entry-approvals.ts'
import { answerOffer } from '../../entry-approvals/answer-offer.ts'
import { openOffers, type OpenOffer } from '../../entry-approvals/open-offers.ts'
import { costReply } from '../../trade-cost/cost-reply.ts'
import { ticketOf } from '../../entry-tickets/ticket-reply.ts'
import { requireSignInToday } from '../../identity/fresh-sign-in.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names = 'entryApprovals' | 'answerApproval'

/** Entries that wait for their user. What is taken is a ticket: PostgreSQL notifies the executor with its commit. */
export function entryApprovalHandlers({ clock, logger }: UserDependencies): Handlers<Names> {
  return {
    async entryApprovals({ caller, userDb }) {
      const offers = await userDb.read((db) => openOffers(db, caller.userId, clock.now()))
      return { offers: offers.map(columnsOf) }
    },

    async answerApproval({ caller, profile, userDb, language, params: { decision_id: decisionId }, body: { answer } }) {
      const { userId } = caller
      if (answer === 'take' && profile.link === 'live') requireSignInToday(caller)
      const given = { userId, decisionId, answer, channel: 'web' } as const
      const { isNew, ...reply } = await userDb.write(async (tx) => {
        const now = clock.now()
        const { answer: first, isNew, ticketId } = await answerOffer(tx, given, now)
        const ticket =
          ticketId === null ? null : await ticketOf(tx, { userId, id: ticketId }, now, rendererOf(language))
        return { isNew, answer: first, ticket }
      })
      if (isNew) logger.info({ user: userId, decision: decisionId, answer }, 'answered an entry offer')
      return reply
    },
  }
}

function columnsOf({ decisionId, offer, cost }: OpenOffer): EntryOfferReply {
  const { contract, mode, lots, limit, stop, worstLoss, until } = offer
  return {
    decision_id: decisionId,
    ...contract,
    mode,
    lots,
    limit_price: rupeesFromPaise(limit),
    stop_price: rupeesFromPaise(stop),
    worst_loss: rupeesFromPaise(worstLoss),
    cost: costReply(cost),
    until: istIso(until),
  }
}
