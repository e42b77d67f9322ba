import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Alert as AlertMessage } from '@strikewise/messages/families/alert.ts'
import { sql, type Kysely } from 'kysely'
import { PAPER_ACCOUNT_IDS, paperAccountId } from '../../accounts/paper-exchange.ts'
import { findsAny, isDueSince, type Due, type DueContext } from '../due-sources.ts'
import { takePendingChanges } from '../account-change-notices.ts'
import { deviceOf } from '../../identity/sessions.ts'
import type { Database } from '../../store/database.ts'
import type { Alert } from '../notify.ts'
import { readCursor, writeCursor } from '../source-cursors.ts'
import type { AlertSource } from './source.ts'

const CURSOR_NAME = 'account_changes'
/** A row may commit this long after the instant it carries; what is read twice is notified once, by its key. */
const OVERLAP_MS = 60_000

/** Logins, new passwords, broker accounts linked for the first time, replaced keys and raised limits, read from the rows they left. */
export const accountChanges: AlertSource = { isDue: hasAccountChanges, read: readAccountChanges }

/**
 * Whether an account changed since the last reading. A broker account whose id could be a paper account's is read with the next
 * minute's.
 */
function hasAccountChanges({ db, cursors }: DueContext): Due {
  return isDueSince(cursors.get(CURSOR_NAME), Date.now(), (cursor) => {
    const since = new Date(cursor - OVERLAP_MS)
    return findsAny([
      newSessions(db, since).select('id'),
      newPasswords(db, since).select('id'),
      newBrokerLinks(db).select('user_id').where('broker_user_id', '!~', PAPER_ACCOUNT_IDS),
      db.selectFrom('account_changes').select('id'),
    ])
  })
}

async function readAccountChanges(tx: Kysely<Database>, now: EpochMs): Promise<readonly Alert[]> {
  const { real } = await tx
    .selectNoFrom(sql<number>`floor(extract(epoch from now()) * 1000)::bigint`.as('real'))
    .executeTakeFirstOrThrow()
  const cursor = await readCursor(tx, CURSOR_NAME)
  await writeCursor(tx, CURSOR_NAME, real)
  const since = new Date((cursor ?? real) - OVERLAP_MS)
  return [
    ...(await logins(tx, since, now)),
    ...(await passwords(tx, since, now)),
    ...(await brokerLinks(tx, now)),
    ...(await takePendingChanges(tx, now)),
  ]
}

async function logins(tx: Kysely<Database>, since: Date, now: EpochMs): Promise<readonly Alert[]> {
  const rows = await newSessions(tx, since).select(['id', 'userId', 'userAgent', 'ipAddress']).execute()
  return rows.map(({ id, userId, userAgent, ipAddress }) => ({
    userId,
    kind: 'new_login',
    key: `login/${id}`,
    at: now,
    message: newLogin(userAgent, ipAddress),
    link: '/profile',
  }))
}

function newSessions(tx: Kysely<Database>, since: Date) {
  return tx.selectFrom('identity_sessions').where('createdAt', '>', since)
}

function newLogin(userAgent: string | null, address: string | null): AlertMessage {
  const device = deviceOf(userAgent)
  return address ? { code: 'alert.new_login', device, address } : { code: 'alert.new_login.no_address', device }
}

async function passwords(tx: Kysely<Database>, since: Date, now: EpochMs): Promise<readonly Alert[]> {
  const rows = await newPasswords(tx, since).select(['userId', 'updatedAt']).execute()
  return rows.map(({ userId, updatedAt }) => ({
    userId,
    kind: 'account_changed',
    key: `password/${updatedAt.getTime()}`,
    at: now,
    message: { code: 'alert.password_changed' as const },
    link: '/profile',
  }))
}

function newPasswords(tx: Kysely<Database>, since: Date) {
  return (
    tx
      .selectFrom('identity_accounts')
      .where('password', 'is not', null)
      .where('updatedAt', '>', since)
      // The first password came with the account.
      .where((is) => is('updatedAt', '>', sql<Date>`"createdAt" + interval '1 second'`))
  )
}

/** The first link to a broker account; that it is logged in to each morning is no news. */
async function brokerLinks(tx: Kysely<Database>, now: EpochMs): Promise<readonly Alert[]> {
  const rows = await newBrokerLinks(tx).select(['user_id', 'mode', 'broker_user_id']).execute()
  return rows
    .filter((link) => link.broker_user_id !== paperAccountId(link.user_id))
    .map((link) => ({
      userId: link.user_id,
      kind: 'account_changed',
      key: `linked/${link.mode}/${link.broker_user_id}`,
      at: now,
      message: { code: 'alert.broker_linked' as const, mode: link.mode, account: link.broker_user_id! },
      link: '/connect-zerodha',
    }))
}

function newBrokerLinks(tx: Kysely<Database>) {
  return tx
    .selectFrom('broker_links')
    .where('broker_user_id', 'is not', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('notices')
            .select('notices.id')
            .whereRef('notices.user_id', '=', 'broker_links.user_id')
            .where('notices.key', '=', sql<string>`'linked/' || mode || '/' || broker_user_id`),
        ),
      ),
    )
}
