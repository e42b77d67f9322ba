// @invariant loosening-waits
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PendingValue } from '@strikewise/domain/trading/pending-settings.ts'
import { LIVE_STATES } from '@strikewise/execution/trade/trade.ts'
import { sql } from 'kysely'
import { dayLockOf } from '../accounts/day-lock.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'

/** A value that a setting takes later, as it was asked for. */
export type PendingSetting = PendingValue & { readonly effectiveAt: EpochMs; readonly askedAt: EpochMs }

/** A setting of an account (`symbol` null) or of one index. */
export type SettingKey = Pick<PendingValue, 'setting' | 'symbol'>

/** All values of a user that were to take effect later: those `due` at `now` are in force, the others are `waiting`. */
export async function loadPendingSettings(
  db: UserScopedRow,
  userId: string,
  now: EpochMs,
): Promise<{ due: readonly PendingSetting[]; waiting: readonly PendingSetting[] }> {
  const rows = await db
    .selectFrom('pending_settings')
    .select(['setting', 'symbol', 'value', 'effective_at as effectiveAt', 'asked_at as askedAt'])
    .where('user_id', '=', userId)
    .orderBy('setting')
    .orderBy('symbol')
    .execute()
  const { due = [], waiting = [] } = Object.groupBy(rows as PendingSetting[], ({ effectiveAt }) =>
    effectiveAt <= now ? 'due' : 'waiting',
  )
  return { due, waiting }
}

/**
 * When a looser setting may take effect: at once, or at the close of a session in which the account of the present link has
 * traded or is locked. Without a link an account of either kind counts. Holds up claims of entries until the transaction ends,
 * after those that are under way: none can come in between this answer and the settings that are written by it.
 */
export async function looserFrom(db: UserScopedRow, userId: string, now: EpochMs): Promise<EpochMs> {
  await sql`select lock_account(${userId})`.execute(db)
  const session = nseCalendar.sessionOn(istDateAt(now))
  if (session === undefined || now >= session.closesAt) return now
  const link = await db.selectFrom('broker_links').select('mode').where('user_id', '=', userId).executeTakeFirst()
  const modes = link === undefined ? (['paper', 'live'] as const) : [link.mode]
  // An entry that bought nothing is no trade; one that may still buy is.
  const trade = await db
    .selectFrom('trades')
    .select('id')
    .where('account_id', '=', userId)
    .where('mode', 'in', modes)
    .where((is) =>
      is.or([is('state', 'in', LIVE_STATES), is.and([is('on_day', '=', session.day), is('state', '<>', 'abandoned')])]),
    )
    .executeTakeFirst()
  if (trade !== undefined) return session.closesAt
  const locks = await Promise.all(modes.map((mode) => dayLockOf(db, userId, mode, now)))
  return locks.some((lock) => lock !== null) ? session.closesAt : now
}

/** Takes back what was to take effect later for these settings. */
export async function dropPendingSettings(
  db: UserScopedRow,
  userId: string,
  keys: readonly SettingKey[],
): Promise<void> {
  for (const { setting, symbol } of keys)
    await db
      .deleteFrom('pending_settings')
      .where('user_id', '=', userId)
      .where('setting', '=', setting)
      .where('symbol', 'is not distinct from', symbol)
      .execute()
}

/** A change of settings, as far as it concerns what takes effect later. */
interface PendingChange {
  /** What is changed, and what has taken effect and is stored with the settings now: their earlier values no longer count. */
  readonly settled: readonly SettingKey[]
  /** What is looser. */
  readonly looser: readonly PendingValue[]
  readonly askedAt: EpochMs
  /** When that takes effect; not after `askedAt`: it is stored with the settings. */
  readonly effectiveAt: EpochMs
}

/** Replaces what is to take effect later. The newest request of a setting is the only one. */
export async function replacePendingSettings(
  db: UserScopedRow,
  userId: string,
  { settled, looser, askedAt, effectiveAt }: PendingChange,
): Promise<void> {
  await dropPendingSettings(db, userId, [...settled, ...looser])
  if (looser.length === 0 || effectiveAt <= askedAt) return
  const times = { effective_at: effectiveAt, asked_at: askedAt }
  await db
    .insertInto('pending_settings')
    .values(
      looser.map(({ setting, symbol, value }) => ({
        user_id: userId,
        setting,
        symbol,
        value: JSON.stringify(value),
        ...times,
      })),
    )
    .execute()
}

/** Takes back that an index is to be armed later: consent to auto execution was withdrawn. */
export async function dropPendingArming(db: UserScopedRow, userId: string): Promise<void> {
  await db.deleteFrom('pending_settings').where('user_id', '=', userId).where('setting', '=', 'autoExecute').execute()
}
