import type { Language } from '@strikewise/domain/text/language.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { SupportMessage } from '@strikewise/wire/support.ts'
import { sql, type Kysely } from 'kysely'
import { notify } from '../alerts/notify.ts'
import { DomainError } from '../domain-error.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Database } from '../store/database.ts'
import { messageOf } from './tickets.ts'

/**
 * Writes an operator's answer into a conversation and sends it: who wrote by the form gets it by mail, who wrote in the chat
 * finds it there and is notified. Throws DomainError for a conversation that does not exist.
 */
export async function answerTicket(
  tx: Kysely<Database>,
  ticketId: string,
  { text, by, now }: { readonly text: string; readonly by: string; readonly now: EpochMs },
): Promise<{ message: SupportMessage; userId: string | null }> {
  const ticket = await tx.selectFrom('support_tickets').selectAll().where('id', '=', ticketId).executeTakeFirst()
  if (ticket === undefined) throw new DomainError({ code: 'problem.not_found.conversation' })
  const { kind, name, email, user_id: userId } = ticket
  const row = await tx
    .insertInto('support_messages')
    .values({ ticket_id: ticketId, user_id: userId, author: 'operator', written_by: by, text })
    .returning(['id', 'author', 'text', 'at'])
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('support_tickets')
    .set({ at: sql`now()` })
    .where('id', '=', ticketId)
    .execute()
  if (kind === 'chat' && userId !== null)
    await notify(
      tx,
      [
        {
          userId,
          kind: 'support',
          key: `support/${row.id}`,
          at: now,
          message: { code: 'alert.support_answered' },
          link: '/support-chat',
        },
      ],
      now,
    )
  else
    await enqueueMail(
      tx,
      composeMail(
        { name, email, language: userId === null ? null : await languageOf(tx, userId) },
        {
          subject: { code: 'mail.support_reply.subject', ticket: ticketId },
          paragraphs: [text],
          signature: { code: 'mail.support_reply.signature' },
        },
      ),
    )
  return { message: messageOf(row), userId }
}

/** The language of an account; null: not chosen yet. */
async function languageOf(tx: Kysely<Database>, userId: string): Promise<Language | null> {
  const user = await tx.selectFrom('identity_users').select('language').where('id', '=', userId).executeTakeFirst()
  return user?.language ?? null
}
