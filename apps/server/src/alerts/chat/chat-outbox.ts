import type { AlertKind } from '@strikewise/domain/alerts/alert-kinds.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { ChatProblem } from '@strikewise/messages/families/chat.ts'
import { split, type StoredMessage } from '@strikewise/messages/split.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'

export interface DueMessage {
  readonly id: number
  readonly userId: string
  readonly chatId: string
  readonly kind: AlertKind
  /** Null: written before messages were data; then `text` is its sentence. */
  readonly message: StoredMessage | null
  readonly text: string | null
  /** Of the account; null: not chosen yet. */
  readonly language: Language | null
  readonly attempts: number
}

/** Longer than a delivery takes: when a notifier dies with a message in hand, the next one takes it after this. */
const VISIBILITY_TIMEOUT = '1 minute'

const isWaiting = sql<boolean>`sent_at is null and given_up_at is null`

/** Discards what would mislead by now; returns how many. */
export async function discardExpired(db: Kysely<Database>, now: EpochMs): Promise<number> {
  const dropped = await db
    .updateTable('chat_outbox')
    .set({ given_up_at: sql`now()`, problem: stored({ code: 'chat_problem.too_old' }) })
    .where(isWaiting)
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  return Number(dropped.numUpdatedRows)
}

/**
 * Takes up to `limit` due messages and counts the attempt: of each chat the oldest one alone, so that what follows in a
 * chat waits until that one has arrived or was abandoned.
 */
export async function claimDueMessages(db: Kysely<Database>, limit: number): Promise<readonly DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    with heads as (
      select distinct on (chat_id) id, due_at from chat_outbox where ${isWaiting} order by chat_id, id
    ), due as (
      select id from heads where due_at <= now() order by id limit ${limit}
    ), taken as (
      update chat_outbox o
      set attempts = attempts + 1, due_at = now() + ${VISIBILITY_TIMEOUT}::interval
      from due where o.id = due.id
      returning o.id, o.user_id, o.chat_id, o.notice_id, o.attempts
    )
    select t.id, t.user_id as "userId", t.chat_id as "chatId", n.kind, n.message, n.text, u.language, t.attempts
    from taken t join notices n on n.id = t.notice_id join identity_users u on u.id = t.user_id
    order by t.id`.execute(db)
  return rows
}

/** Puts a message back that was taken and did not leave: its attempt does not count. */
export async function requeue(db: Kysely<Database>, id: number, seconds: number): Promise<void> {
  await db
    .updateTable('chat_outbox')
    .set({ attempts: sql`attempts - 1`, due_at: sql`now() + ${`${seconds} seconds`}::interval` })
    .where('id', '=', id)
    .execute()
}

export async function markSent(db: Kysely<Database>, id: number): Promise<void> {
  await db
    .updateTable('chat_outbox')
    .set({ sent_at: sql`now()`, last_error: null, problem: null })
    .where('id', '=', id)
    .execute()
}

/** Tries again after `delayMs`, or never when undefined. */
export async function markFailed(
  db: Kysely<Database>,
  id: number,
  problem: ChatProblem,
  delayMs: number | undefined,
): Promise<void> {
  const next =
    delayMs === undefined
      ? { given_up_at: sql<Date>`now()` }
      : { due_at: sql<Date>`now() + ${`${delayMs} milliseconds`}::interval` }
  await db
    .updateTable('chat_outbox')
    .set({ ...next, problem: stored(problem) })
    .where('id', '=', id)
    .execute()
}

/** Discards all that waits for a chat. */
export async function failChat(db: Kysely<Database>, chatId: string, problem: ChatProblem): Promise<void> {
  await db
    .updateTable('chat_outbox')
    .set({ given_up_at: sql`now()`, problem: stored(problem) })
    .where(isWaiting)
    .where('chat_id', '=', chatId)
    .execute()
}

function stored(problem: ChatProblem) {
  return sql<StoredMessage>`${JSON.stringify(split(problem))}::jsonb`
}
