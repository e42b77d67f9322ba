import { LIVE_STATES } from '@strikewise/execution/trade/trade.ts'
import { RETENTION } from '@strikewise/legal/retention.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import { lockAccount } from '../accounts/lock-account.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import { setKillSwitch } from '../kill-switch/kill-switch.ts'
import type { Database } from '../store/database.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { PERSONAL_TABLES } from './personal-tables.ts'

/** Trades of a user that hold, or may come to hold, a position. */
export async function openTrades(db: Kysely<Database>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('trades')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('account_id', '=', userId)
    .where('state', 'in', LIVE_STATES)
    .executeTakeFirstOrThrow()
  return count
}

/** Asks for an erasure. From now on nothing new is opened; what is open keeps its stop and its exits. */
export async function requestErasure(db: UserScopedRow, userId: string, now: EpochMs): Promise<void> {
  await db
    .insertInto('erasures')
    .values({ user_id: userId, asked_at: new Date(), done_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await setKillSwitch(db, userId, { engaged: true, by: userId, channel: 'web', reason: 'erasure asked for' }, now)
}

/** Takes a request back that was not carried out yet. The stop stays: its owner releases it. */
export async function withdrawErasure(db: UserScopedRow, userId: string): Promise<void> {
  await db.deleteFrom('erasures').where('user_id', '=', userId).where('done_at', 'is', null).execute()
}

/** How long a request can be taken back in any case, in ms: who pressed by mistake needs more than an instant. */
export const ERASURE_GRACE_MS = 30_000

/**
 * Carries out every request whose user holds nothing and has had the time to take it back, at `now` by the machine's clock.
 * Returns the ids; each user is a transaction of its own.
 */
export async function eraseDue(db: Kysely<Database>, now: Date): Promise<string[]> {
  const waiting = await db
    .selectFrom('erasures')
    .select('user_id')
    .where('done_at', 'is', null)
    .where('asked_at', '<=', new Date(now.getTime() - ERASURE_GRACE_MS))
    .orderBy('asked_at')
    .execute()
  const erased: string[] = []
  for (const { user_id } of waiting)
    if (await db.transaction().execute((tx) => eraseIfFlat(tx, user_id))) erased.push(user_id)
  return erased
}

/**
 * Erases one user, or nothing while a trade is live; the account is locked. History stays as it was written, of an
 * id that no longer identifies a user.
 */
async function eraseIfFlat(tx: Transaction<Database>, userId: string): Promise<boolean> {
  await lockAccount(tx, userId)
  const request = await tx
    .selectFrom('erasures')
    .select('done_at')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (request === undefined || request.done_at !== null || (await openTrades(tx, userId)) > 0) return false
  const { email, language } = await tx
    .selectFrom('identity_users')
    .select(['email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  for (const { table, owner, onErasure } of PERSONAL_TABLES)
    if (onErasure === 'delete')
      await sql`delete from ${sql.table(table)} where ${sql.ref(owner)} = ${userId}`.execute(tx)
  // Without its key nothing that was sealed for the user opens again, in no backup of the store either.
  await tx.deleteFrom('data_keys').where('owner', '=', userId).execute()
  await tx.deleteFrom('outbox').where('recipient', '=', email).execute()
  // Written without signing in, they know no user but the address.
  await tx.deleteFrom('support_tickets').where('email', '=', email).execute()
  await sql`delete from identity_verifications where identifier = ${email} or value like ${`%${userId}%`}`.execute(tx)
  await scrub(tx, userId)
  await tx.updateTable('erasures').set({ done_at: new Date() }).where('user_id', '=', userId).execute()
  const mail = composeMail(
    { email, language },
    {
      subject: { code: 'mail.erased.subject' },
      paragraphs: [{ code: 'mail.erased.what' }, { code: 'mail.erased.last', days: RETENTION.mail.days }],
    },
  )
  await enqueueMail(tx, mail)
  return true
}

/** Leaves the rows that others refer to, with nothing in them that names a person. */
async function scrub(tx: Transaction<Database>, userId: string): Promise<void> {
  await sql`
    update identity_users
    set name = '', email = ${`${userId}@erased.invalid`}, "emailVerified" = false, image = null, "twoFactorEnabled" = false,
        language = null
    where id = ${userId}`.execute(tx)
  await tx
    .updateTable('profiles')
    .set({ telegram_chat_id: null, telegram_paired_at: null, telegram_unreachable_at: null })
    .where('user_id', '=', userId)
    .execute()
}
