import { HOUR_MS } from '@strikewise/domain/time/ist.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { DomainError } from '../domain-error.ts'
import { takeFromBucket } from '../rate-limits/rate-buckets.ts'
import type { Caller } from '../identity/caller.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { ticketName } from './create-ticket.ts'
import { messagesOf } from './tickets.ts'
const MESSAGES_AN_HOUR = 60

type ConsumedConfirmation = { readonly config: Pick<Config, 'support'> }

/** A user's conversation with support, empty before the first word. */
export async function chatOf(
  db: UserScopedRow,
  { config }: ConsumedConfirmation,
  userId: string,
): Promise<CallReply<'supportChat'>> {
  const ticket = await db
    .selectFrom('support_tickets')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'chat')
    .executeTakeFirst()
  return { hours: config.support.hours, messages: ticket === undefined ? [] : await messagesOf(db, ticket.id) }
}

/** Adds a user's message, and notifies the operator by mail when nothing of theirs waited before. Throws DomainError when too many come. */
export async function postSupportMessage(
  tx: UserScopedRow,
  asked: ConsumedConfirmation,
  { userId, name, email }: Pick<Caller, 'userId' | 'name' | 'email'>,
  text: string,
): Promise<CallReply<'supportChat'>> {
  if (!(await takeFromBucket(tx, `support chat ${userId}`, MESSAGES_AN_HOUR, HOUR_MS)))
    throw new DomainError({ code: 'problem.too_many_requests.messages', minutes: 60 })
  const { id } = await tx
    .insertInto('support_tickets')
    .values({ id: ticketName(), user_id: userId, kind: 'chat', topic: 'account', name, email, text: '' })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .where('kind', '=', 'chat')
        .doUpdateSet({ at: sql`now()`, name, email }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const before = (await messagesOf(tx, id)).at(-1)
  await tx.insertInto('support_messages').values({ ticket_id: id, user_id: userId, author: 'user', text }).execute()
  if (before?.from !== 'user')
    await enqueueMail(tx, {
      recipient: asked.config.support.email,
      subject: `[${id}] chat`,
      body: ['A user waits for an answer in the support chat: /operator/support', '', text].join('\n'),
    })
  return chatOf(tx, asked, userId)
}
