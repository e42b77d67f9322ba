import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Alert as AlertMessage } from '@strikewise/messages/families/alert.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { notify } from '../notify.ts'
import { failChat } from './chat-outbox.ts'

/** A start link takes at most 64 characters of this alphabet. */
const CODE_BYTES = 24
const CODE_LIFE = '15 minutes'

/** Whose chat it is, once its owner agreed in it. */
export interface Pairing {
  readonly userId: string
  readonly email: string
  /** Of the account; null: not chosen yet. */
  readonly language: Language | null
}

/** A one-time code for the start link of `userId`'s bot chat. The codes made before stop working. */
export async function newChatCode(db: Kysely<Database>, userId: string): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url')
  await db.transaction().execute(async (tx) => {
    // Of two links asked for at once the second must see the first one's code.
    await tx.selectFrom('profiles').select('user_id').where('user_id', '=', userId).forUpdate().execute()
    await tx.deleteFrom('chat_codes').where('user_id', '=', userId).where('used_at', 'is', null).execute()
    await tx
      .insertInto('chat_codes')
      .values({ digest: digestOf(code), user_id: userId, expires_at: sql`now() + ${CODE_LIFE}::interval` })
      .execute()
  })
  return code
}

/** Pairs the chat with the user the code was made for; undefined when it is unknown, used or too old. */
export async function pairByCode(
  db: Kysely<Database>,
  code: string,
  chatId: string,
  now: EpochMs,
): Promise<Pairing | undefined> {
  return db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('chat_codes')
      .set({ used_at: sql`now()` })
      .where('digest', '=', digestOf(code))
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('user_id')
      .executeTakeFirst()
    if (used === undefined) return undefined
    await pair(tx, used.user_id, chatId, now)
    return pairingOf(tx, chatId)
  })
}

/**
 * Pairs the chat with the user who typed its id. False: that id does not wait for an agreement any more, because the
 * user has typed another one, taken it away, or paired it already.
 */
export async function pairTypedChat(
  tx: Kysely<Database>,
  userId: string,
  chatId: string,
  now: EpochMs,
): Promise<boolean> {
  const waiting = await tx
    .selectFrom('profiles')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('telegram_chat_id', '=', chatId)
    .where('telegram_paired_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (waiting === undefined) return false
  await pair(tx, userId, chatId, now)
  return true
}

/** Makes the chat the one of `userId`, and no other user's: the user it belonged to before is notified. */
async function pair(tx: Kysely<Database>, userId: string, chatId: string, now: EpochMs): Promise<void> {
  const others = await tx
    .updateTable('profiles')
    .set({ telegram_chat_id: null, telegram_paired_at: null, telegram_unreachable_at: null })
    .where('telegram_chat_id', '=', chatId)
    .where('telegram_paired_at', 'is not', null)
    .where('user_id', '!=', userId)
    .returning('user_id')
    .execute()
  // What waited for the chat was meant for the user it belonged to.
  if (others.length > 0) await failChat(tx, chatId, { code: 'chat_problem.chat_taken' })
  await tx
    .updateTable('profiles')
    .set({ telegram_chat_id: chatId, telegram_paired_at: new Date(now), telegram_unreachable_at: null })
    .where('user_id', '=', userId)
    .execute()
  await notify(
    tx,
    [
      ...others.map(({ user_id }) => changed(user_id, now, { code: 'alert.chat_taken' })),
      changed(userId, now, { code: 'alert.chat_paired' }),
    ],
    now,
  )
}

/** The account whose alerts the chat gets. */
export async function pairingOf(db: Kysely<Database>, chatId: string): Promise<Pairing | undefined> {
  const row = await db
    .selectFrom('profiles')
    .innerJoin('identity_users', 'identity_users.id', 'profiles.user_id')
    .select(['user_id as userId', 'email', 'language'])
    .where('telegram_chat_id', '=', chatId)
    .where('telegram_paired_at', 'is not', null)
    .executeTakeFirst()
  return row
}

/** Accounts one chat is asked about: any user may type its id. */
const MAX_REQUESTED = 3

/**
 * Accounts whose owners typed this chat's id and that wait for an agreement. Undefined: more than a chat is asked about,
 * so none of them can push the owner's own out of the list; a start link needs no list.
 */
export async function unconfirmedChatOf(db: Kysely<Database>, chatId: string): Promise<readonly Pairing[] | undefined> {
  const typed = await db
    .selectFrom('profiles')
    .innerJoin('identity_users', 'identity_users.id', 'profiles.user_id')
    .select(['user_id as userId', 'email', 'language'])
    .where('telegram_chat_id', '=', chatId)
    .where('telegram_paired_at', 'is', null)
    .limit(MAX_REQUESTED + 1)
    .execute()
  return typed.length > MAX_REQUESTED ? undefined : typed
}

/**
 * Stores the chat id the user typed; null removes the chat. One that was not there before gets nothing until its
 * owner has agreed in it.
 */
export async function saveChatId(
  tx: Kysely<Database>,
  userId: string,
  chatId: string | null,
  now: EpochMs,
): Promise<void> {
  const before = await tx
    .selectFrom('profiles')
    .select(['telegram_chat_id', 'telegram_paired_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.telegram_chat_id === chatId) return
  if (before.telegram_chat_id !== null && before.telegram_paired_at !== null) {
    await failChat(tx, before.telegram_chat_id, { code: 'chat_problem.chat_unlinked' })
    await notify(tx, [changed(userId, now, { code: 'alert.chat_unlinked' })], now)
  }
  await tx
    .updateTable('profiles')
    .set({ telegram_chat_id: chatId, telegram_paired_at: null, telegram_unreachable_at: null })
    .where('user_id', '=', userId)
    .execute()
  // A question that still stands in the chat typed before must not pair that one.
  await tx
    .deleteFrom('chat_questions')
    .where('user_id', '=', userId)
    .where('question', '=', 'pair')
    .where('answered_at', 'is', null)
    .execute()
}

/** The chat takes no messages any more: nothing is sent there until it writes to us again, and the app reports it. */
export async function markChatUnreachable(tx: Kysely<Database>, chatId: string, now: EpochMs): Promise<void> {
  const unreachable = await tx
    .updateTable('profiles')
    .set({ telegram_unreachable_at: new Date(now) })
    .where('telegram_chat_id', '=', chatId)
    .where('telegram_unreachable_at', 'is', null)
    .returning('user_id')
    .execute()
  await notify(
    tx,
    unreachable.map(({ user_id }) => changed(user_id, now, { code: 'alert.chat_gone' })),
    now,
  )
}

/** A chat that writes to us takes messages again. */
export async function markChatReachable(db: Kysely<Database>, chatId: string): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ telegram_unreachable_at: null })
    .where('telegram_chat_id', '=', chatId)
    .where('telegram_unreachable_at', 'is not', null)
    .execute()
}

export function digestOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

function changed(userId: string, now: EpochMs, message: AlertMessage) {
  const key = `chat/${now}/${randomBytes(4).toString('hex')}`
  return { userId, kind: 'account_changed' as const, key, at: now, message, link: '/telegram-setup' }
}
