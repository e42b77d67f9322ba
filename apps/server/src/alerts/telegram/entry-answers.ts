// @invariant chat-own-account
// @invariant approval-fresh-claim
import type { Language } from '@strikewise/domain/text/language.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ChatReply } from '@strikewise/messages/families/chat.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { InlineKeyboard } from 'grammy'
import type { Kysely } from 'kysely'
import { DomainError } from '../../domain-error.ts'
import { answerOffer } from '../../entry-approvals/answer-offer.ts'
import type { Database } from '../../store/database.ts'
import type { ConfirmationResult } from './confirmations.ts'
import { pairingOf } from './pairing.ts'

/** A press on an entry that waits: the answer, and the decision it is made for. */
export const ENTRY_ANSWER = /^(take|skip):([A-Za-z0-9_-]{1,59})$/

export function offerButtons(decisionId: string, language: Language): InlineKeyboard {
  const { text } = rendererOf(language)
  const button = (answer: 'take' | 'skip') => [text({ code: `chat.${answer}` }), `${answer}:${decisionId}`] as const
  return new InlineKeyboard().text(...button('take')).text(...button('skip'))
}

/**
 * Answers an entry of the account that has the chat now; an offer of another account is none. PostgreSQL notifies the executor of
 * the ticket.
 */
export function answerEntry(
  db: Kysely<Database>,
  press: { readonly answer: 'take' | 'skip'; readonly decisionId: string; readonly chatId: string },
  now: EpochMs,
): Promise<ConfirmationResult> {
  return db.transaction().execute(async (tx) => {
    const { answer, decisionId, chatId } = press
    const pairing = await pairingOf(tx, chatId)
    if (pairing === undefined) return { reply: { code: 'chat.other_account' } }
    const { userId } = pairing
    try {
      const answered = await answerOffer(tx, { userId, decisionId, answer, channel: 'telegram' }, now)
      const reply: ChatReply = { code: answered.answer === 'take' ? 'chat.taken' : 'chat.skipped' }
      return { reply }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return { reply: { code: 'chat.offer_over' } }
    }
  })
}
