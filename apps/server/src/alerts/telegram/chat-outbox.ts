import type { AlertKind } from '@strikewise/domain/alerts/alert-kinds.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { ChatProblem } from '@strikewise/messages/families/chat.ts'
import { split, type StoredMessage } from '@strikewise/messages/split.ts'
import { sql, type Kysely } from 'kysely'
import { claimDue, giveUp, type Claim, type OutboxTable } from '../../outbox/outbox-table.ts'
import type { Database } from '../../store/database.ts'

export const CHAT_OUTBOX: OutboxTable<ChatProblem> = {
  name: 'chat_outbox',
  orderedBy: 'chat_id',
  visibilityTimeoutMs: 60_000,
  whenSent: { last_error: null, problem: null },
  whenGivenUp: {},
  whenFailed: (problem) => ({ problem: sql`${JSON.stringify(split(problem))}::jsonb` }),
}

export interface DueMessage extends Claim {
  readonly userId: string
  readonly chatId: string
  readonly kind: AlertKind
  /** Of the alert. */
  readonly key: string
  /** Market time of what it is about. */
  readonly at: number
  /** Null: written before messages were data; then `text` is its sentence. */
  readonly message: StoredMessage | null
  readonly text: string | null
  /** Of the account; null: not chosen yet. */
  readonly language: Language | null
}

/** Takes up to `limit` due messages, of each chat the oldest one alone, and counts the attempt. */
export async function claimDueMessages(db: Kysely<Database>, limit: number): Promise<readonly DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    with ${claimDue(CHAT_OUTBOX, limit)}
    select c.id, c.user_id as "userId", c.chat_id as "chatId", n.kind, n.key, n.at, n.message, n.text, u.language, c.attempts
    from claimed c join notices n on n.id = c.notice_id join identity_users u on u.id = c.user_id
    order by c.id`.execute(db)
  return rows
}

/** Discards what would mislead by now; returns how many. */
export async function discardExpired(db: Kysely<Database>, now: EpochMs): Promise<number> {
  return giveUp(db, CHAT_OUTBOX, sql<boolean>`expires_at <= ${now}`, { code: 'chat_problem.too_old' })
}

/** Discards all that waits for a chat. */
export async function failChat(db: Kysely<Database>, chatId: string, problem: ChatProblem): Promise<void> {
  await giveUp(db, CHAT_OUTBOX, sql<boolean>`chat_id = ${chatId}`, problem)
}
