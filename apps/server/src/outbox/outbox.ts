import { sql, type Kysely } from 'kysely'
import type { MailMessage } from '../mail/compose-mail.ts'
import type { Database } from '../store/database.ts'

/** Messages to send, stored first: `tx` may be the transaction of the event itself. */
export async function enqueueMail(tx: Kysely<Database>, mail: MailMessage): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({ channel: 'mail', ...mail })
    .execute()
}

export interface DueMail extends MailMessage {
  readonly id: number
  readonly attempts: number
}

/** A longer reason of a failure is cut: a person reads it. */
const MAX_REASON = 300

/** Longer than a delivery takes: when a notifier dies with a mail in hand, another takes it after this. */
const VISIBILITY_TIMEOUT = '2 minutes'

/** Takes one due mail for this notifier alone and counts the attempt; undefined when nothing is due. */
export async function claimDueMail(db: Kysely<Database>): Promise<DueMail | undefined> {
  return db
    .updateTable('outbox')
    .set({ attempts: sql`attempts + 1`, due_at: sql`now() + ${VISIBILITY_TIMEOUT}::interval` })
    .where('id', '=', (rows) =>
      rows
        .selectFrom('outbox')
        .select('id')
        .where('channel', '=', 'mail')
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('due_at', '<=', sql<Date>`now()`)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'attempts', 'recipient', 'subject', 'body', 'html', 'language'])
    .executeTakeFirst()
}

/** The text goes with the sending: it may hold a link that opens an account. */
export async function markSent(db: Kysely<Database>, id: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: sql`now()`, body: '', html: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Tries again after `delayMs`, or never when undefined. */
export async function markFailed(
  db: Kysely<Database>,
  id: number,
  reason: string,
  delayMs: number | undefined,
): Promise<void> {
  const next =
    delayMs === undefined
      ? { given_up_at: sql<Date>`now()`, body: '', html: null }
      : { due_at: sql<Date>`now() + ${`${delayMs} milliseconds`}::interval` }
  await db
    .updateTable('outbox')
    .set({ ...next, last_error: reason.slice(0, MAX_REASON) })
    .where('id', '=', id)
    .execute()
}
