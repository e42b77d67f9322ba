import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { digestOf } from './pairing.ts'

/** What a button in a chat asks to be confirmed. */
export type ConfirmationKind = Database['chat_questions']['question']

/** A stop or an exit is confirmed by the user who just asked for it; a pairing by a user who may first have to read. */
const LIFE: Readonly<Record<ConfirmationKind, string>> = {
  stop: '60 seconds',
  pause: '60 seconds',
  exit: '60 seconds',
  exit_all: '60 seconds',
  pair: '15 minutes',
}
const NONCE_BYTES = 16

/** Writes a question down and answers the nonce its buttons carry. */
export async function createConfirmation(
  db: Kysely<Database>,
  userId: string,
  chatId: string,
  question: ConfirmationKind,
  tradeId?: string,
): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  await db
    .insertInto('chat_questions')
    .values({
      digest: digestOf(nonce),
      user_id: userId,
      chat_id: chatId,
      question,
      trade_id: tradeId ?? null,
      expires_at: sql`now() + ${LIFE[question]}::interval`,
    })
    .execute()
  return nonce
}

export type ConsumedConfirmation =
  | {
      readonly type: 'open'
      readonly userId: string
      readonly question: ConfirmationKind
      /** Of `exit` the trade, else null. */
      readonly tradeId: string | null
    }
  | { readonly type: 'answered' }
  | { readonly type: 'over' }

/** Takes a question once, with the transaction that acts on the answer; a second press finds it answered. */
export async function consumeConfirmation(
  tx: Kysely<Database>,
  nonce: string,
  chatId: string,
): Promise<ConsumedConfirmation> {
  const digest = digestOf(nonce)
  const open = await tx
    .updateTable('chat_questions')
    .set({ answered_at: sql`now()` })
    .where('digest', '=', digest)
    .where('chat_id', '=', chatId)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'question', 'trade_id'])
    .executeTakeFirst()
  if (open !== undefined) return { type: 'open', userId: open.user_id, question: open.question, tradeId: open.trade_id }
  const known = await tx
    .selectFrom('chat_questions')
    .select('answered_at')
    .where('digest', '=', digest)
    .where('chat_id', '=', chatId)
    .executeTakeFirst()
  return known?.answered_at == null ? { type: 'over' } : { type: 'answered' }
}
