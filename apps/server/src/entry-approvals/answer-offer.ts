// @invariant approval-fresh-claim
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import {
  approvalTicketId,
  approvedTicket,
  type ApprovalAnswer,
  type ApprovalChannel,
  type EntryOffer,
} from '@strikewise/execution/pre-trade/approval.ts'
import { accountFacts } from '@strikewise/postgres-store/account-facts.ts'
import type { Kysely } from 'kysely'
import { DomainError } from '../domain-error.ts'
import { storeTicket } from '../entry-tickets/store-ticket.ts'
import { chosenSettings } from '../entry-tickets/ticket-account.ts'
import type { Database } from '../store/database.ts'
import { queryableOf } from '../store/queryable.ts'
import { OFFERED, offerOf } from './open-offers.ts'

export interface GivenAnswer {
  readonly userId: string
  readonly decisionId: string
  readonly answer: ApprovalAnswer
  readonly channel: ApprovalChannel
}

export interface AnsweredOffer {
  /** The first answer that was given: of two devices the other one changes nothing. */
  readonly answer: ApprovalAnswer
  readonly isNew: boolean
  /** The ticket of an approved entry; null: it was skipped. */
  readonly ticketId: string | null
}

/**
 * Answers an entry that waits for its user, once: what is taken is a ticket from the commit of `tx` on, which is claimed with every
 * check again. Throws DomainError: `not_found.approval` also for another user's, `approval_over` after its deadline.
 */
export async function answerOffer(tx: Kysely<Database>, given: GivenAnswer, now: EpochMs): Promise<AnsweredOffer> {
  const { userId, decisionId, answer, channel } = given
  const row = await tx
    .selectFrom('entry_refusals')
    .select(['symbol', 'message', 'text'])
    .where('account_id', '=', userId)
    .where('decision_id', '=', decisionId)
    .where('code', '=', OFFERED)
    .executeTakeFirst()
  const offer = row && offerOf(row)
  if (row === undefined || offer === undefined) throw new DomainError({ code: 'problem.not_found.approval' })
  const key = { account_id: userId, symbol: row.symbol, decision_id: decisionId }
  const known = await answerTo(tx, key)
  if (known !== undefined) return shown(given, known, false)
  if (now > offer.until) throw new DomainError({ code: 'problem.approval_over' })
  const first = await tx
    .insertInto('entry_approvals')
    .values({ ...key, user_id: userId, answer, channel, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('answer')
    .executeTakeFirst()
  // Another device was first, and has committed by now.
  if (first === undefined) return shown(given, (await answerTo(tx, key)) ?? 'skip', false)
  if (answer === 'take') await sendApproved(tx, given, offer, now)
  return shown(given, answer, true)
}

async function sendApproved(
  tx: Kysely<Database>,
  { userId, decisionId, channel }: GivenAnswer,
  offer: EntryOffer,
  now: EpochMs,
): Promise<void> {
  const decided = await tx.selectFrom('decisions').select('record').where('id', '=', decisionId).executeTakeFirst()
  const entry = decided?.record.entry
  if (decided === undefined || entry == null) throw new DomainError({ code: 'problem.not_found.approval' })
  const facts = (await accountFacts(queryableOf(tx), [userId], now)).get(userId) ?? null
  const { slBuffer, trailing } = chosenSettings(facts, decided.record.symbol)
  const { contract } = entry
  const { spot } = decided.record
  const context = { account: userId, decisionId, contract, slBuffer, trailing, spot, channel, now }
  const ticket = approvedTicket(offer, context)
  if (ticket === undefined) throw new DomainError({ code: 'problem.approval_over' })
  await storeTicket(tx, userId, ticket)
}

async function answerTo(
  db: Kysely<Database>,
  key: { readonly account_id: string; readonly symbol: 'NIFTY' | 'BANKNIFTY'; readonly decision_id: string },
): Promise<ApprovalAnswer | undefined> {
  const row = await db
    .selectFrom('entry_approvals')
    .select('answer')
    .where('account_id', '=', key.account_id)
    .where('symbol', '=', key.symbol)
    .where('decision_id', '=', key.decision_id)
    .executeTakeFirst()
  return row?.answer
}

function shown({ userId, decisionId }: GivenAnswer, answer: ApprovalAnswer, isNew: boolean): AnsweredOffer {
  return { answer, isNew, ticketId: answer === 'take' ? approvalTicketId(userId, decisionId) : null }
}
