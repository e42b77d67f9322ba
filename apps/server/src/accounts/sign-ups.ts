// @invariant address-proved The person who proves an address decides its password, and nothing works before.
import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import { openAccount } from './open-account.ts'
import { createProfile } from './profiles.ts'
import type { Database } from '../store/database.ts'
import { verifyPassword } from '../identity/password-hash.ts'

/** Hours a mailed link opens an account; the mail reports it. */
export const LINK_HOURS = 1

const TOKEN_BYTES = 32
const ID_BYTES = 24

/** What was typed in by a person whose address is not proved yet. */
export interface SignUp {
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  /** Of the page that was signed up on; null: it did not show. */
  readonly language: Language | null
}

/** Keeps a sign-up until its link is opened. Returns the link's token, of which the store holds the digest alone. */
export async function storeSignUp(
  db: Kysely<Database>,
  { name, email, passwordHash, language }: SignUp,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db
    .insertInto('sign_ups')
    .values({
      token_digest: digestOf(token),
      email,
      name,
      password_hash: passwordHash,
      language,
      expires_at: sql`now() + make_interval(hours => ${LINK_HOURS})`,
    })
    .execute()
  return token
}

/** The sign-up whose mailed link carries `token`; undefined: there is none, it was used, or it has expired. */
export async function signUpOf(db: Kysely<Database>, token: string): Promise<SignUp | undefined> {
  const row = await db
    .selectFrom('sign_ups')
    .select(['name', 'email', 'password_hash', 'language'])
    .where('token_digest', '=', digestOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { name: row.name, email: row.email, passwordHash: row.password_hash, language: row.language }
}

/** Whether `password` is the one that was typed in with the sign-up. */
export function isOwnPassword({ passwordHash }: Pick<SignUp, 'passwordHash'>, password: string): Promise<boolean> {
  return verifyPassword(passwordHash, password)
}

/**
 * Makes the account of a proved address, with the password its owner has just given. `agreed`: the person who ticked the boxes
 * of the sign-up is the one who opened the link; otherwise the account asks for the terms first. Every other link to the
 * address ends. An account that was never proved gives way: its password, sessions and external identities go.
 *
 * Returns the account's id; undefined where the address has a proved account already, which is left as it is.
 */
export async function openSignUp(
  tx: Transaction<Database>,
  { name, email, passwordHash, language }: SignUp,
  agreed: boolean,
  now: EpochMs,
): Promise<string | undefined> {
  // Two links of one address opened at once: the second one finds the account of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up ${email}`}, 0))`.execute(tx)
  await tx.deleteFrom('sign_ups').where('email', '=', email).execute()
  const known = await tx
    .selectFrom('identity_users')
    .select(['id', 'emailVerified'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (known?.emailVerified === true) return undefined
  const id = known?.id ?? randomBytes(ID_BYTES).toString('base64url')
  if (known === undefined)
    await tx
      .insertInto('identity_users')
      .values({ id, name, email, emailVerified: true, image: null, twoFactorEnabled: false, language })
      .execute()
  else await takeOver(tx, id, language)
  await tx
    .insertInto('identity_accounts')
    .values({
      id: randomBytes(ID_BYTES).toString('base64url'),
      accountId: id,
      providerId: 'credential',
      userId: id,
      password: passwordHash,
      updatedAt: new Date(),
    })
    .execute()
  if (agreed) await openAccount(tx, id, now)
  else await createProfile(tx, id, now)
  return id
}

/** What an account got before its address was proved may be another person's. */
async function takeOver(tx: Transaction<Database>, id: string, language: Language | null): Promise<void> {
  await tx.updateTable('identity_users').set({ emailVerified: true, language }).where('id', '=', id).execute()
  await tx.deleteFrom('identity_accounts').where('userId', '=', id).execute()
  await tx.deleteFrom('identity_sessions').where('userId', '=', id).execute()
  await tx.deleteFrom('identity_two_factors').where('userId', '=', id).execute()
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
