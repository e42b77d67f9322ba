// @invariant paper-apart-from-live
import { LIVE_STATES } from '@strikewise/execution/trade/trade.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely, Transaction } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Database } from '../store/database.ts'
import { lockAccount } from './lock-account.ts'

/**
 * Throws ApiFailure with the remedy while a link may not make room for one of another account: it must be disconnected
 * and flat, and must not have traded today. So the trades, the loss cap and the books of a day are of one account.
 * The account is locked until the transaction ends.
 */
export async function requireReplaceable(tx: Transaction<Database>, userId: string, now: EpochMs): Promise<void> {
  await lockAccount(tx, userId)
  const link = await tx
    .selectFrom('broker_links')
    .select(['mode', 'connected'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (link === undefined) return
  if (link.connected) throw new DomainError({ code: 'problem.link_in_use.connected', account: link.mode })
  const trades = await tx
    .selectFrom('trades')
    .select('state')
    .where('account_id', '=', userId)
    .where((is) => is.or([is('state', 'in', LIVE_STATES), is('on_day', '=', istDateAt(now))]))
    .execute()
  if (trades.some(({ state }) => state !== 'closed' && state !== 'abandoned')) throw stillOpen(link.mode)
  if (trades.length > 0) throw new DomainError({ code: 'problem.link_in_use.traded', account: link.mode })
}

/**
 * Throws ApiFailure `link_in_use` while a trade of the user holds a position or is about to: its exits need the login as
 * it is. The account is locked until the transaction ends, so no entry comes in meanwhile.
 */
export async function requireFlat(tx: Transaction<Database>, userId: string, mode: LinkMode): Promise<void> {
  await lockAccount(tx, userId)
  if (await isInTrade(tx, userId)) throw stillOpen(mode)
}

/** Whether a trade of the user holds a position or is about to. */
export async function isInTrade(db: Kysely<Database>, userId: string): Promise<boolean> {
  const open = await db
    .selectFrom('trades')
    .select('id')
    .where('account_id', '=', userId)
    .where('state', 'in', LIVE_STATES)
    .executeTakeFirst()
  return open !== undefined
}

function stillOpen(account: LinkMode): DomainError {
  return new DomainError({ code: 'problem.link_in_use.open', account })
}

/** Takes a user's link away, with its keys and token, so that one of another account can stand in its place. */
export async function removeLink(tx: Transaction<Database>, userId: string, now: EpochMs): Promise<void> {
  await requireReplaceable(tx, userId, now)
  await tx.deleteFrom('broker_links').where('user_id', '=', userId).execute()
}
