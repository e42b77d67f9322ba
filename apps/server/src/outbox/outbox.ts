import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely } from 'kysely'
import type { MailMessage } from '../mail/compose-mail.ts'
import type { Database } from '../store/database.ts'
import { claimDue, type Claim, type OutboxTable } from './outbox-table.ts'

/** A longer reason of a failure is cut: a person reads it. */
const MAX_REASON = 300

/** The text goes with the last attempt: it may hold a link that opens an account. */
const WITHOUT_TEXT = { body: '', html: null }

export const MAIL_OUTBOX: OutboxTable<string> = {
  name: 'outbox',
  visibilityTimeoutMs: 120_000,
  whenSent: { ...WITHOUT_TEXT, last_error: null },
  whenGivenUp: WITHOUT_TEXT,
  whenFailed: (reason) => ({ last_error: reason.slice(0, MAX_REASON) }),
}

export type DueMail = MailMessage & Claim

/** The notice that a mail belongs to, and until when quiet hours hold it. */
export interface MailOfNotice {
  readonly notice_id: number
  readonly held_until: EpochMs | null
}

/** Messages to send, stored first: `tx` may be the transaction of the event itself. */
export async function enqueueMail(tx: Kysely<Database>, mail: MailMessage, notice?: MailOfNotice): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({ channel: 'mail', ...mail, ...notice })
    .execute()
}

/** Takes one due mail for this notifier alone and counts the attempt; undefined when nothing is due. */
export async function claimDueMail(db: Kysely<Database>): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    with ${claimDue(MAIL_OUTBOX, 1)}
    select id, attempts, recipient, subject, body, html, language from claimed`.execute(db)
  return rows[0]
}
