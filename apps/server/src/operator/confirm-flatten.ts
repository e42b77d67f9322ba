// @invariant flatten-confirmed
// @invariant flatten-exits-all A confirmed request exits every live trade in its scope and no other, also when its server died midway.
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { LIVE_STATES } from '@strikewise/execution/trade/trade.ts'
import type { FlattenConfirmation } from '@strikewise/wire/flatten.ts'
import { sql, type Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import { DomainError } from '../domain-error.ts'
import { GLOBAL_SCOPE, setKillSwitch } from '../kill-switch/kill-switch.ts'
import type { Database } from '../store/database.ts'
import { exitAllTrades } from '../trades/instructions.ts'
import { recordAction } from './actions.ts'
import { isExpired, ownCodeFrom, type Flatten } from './flatten-requests.ts'

/** Accounts whose trades are read, or whose claims are waited for, at a time. */
const BATCH_SIZE = 25
/**
 * A trade that was claimed so long after the confirmation is not the request's: an operator has released the kill switch. A claim
 * that was under way at the confirmation takes less, by far.
 */
const CLAIM_MS = 10_000

/** Who confirms, and how to check the code when that is needed. */
export interface Confirmer {
  readonly by: string
  /** Throws DomainError when there is no code, or a wrong one. */
  readonly checkCode: () => Promise<void>
}

/**
 * Confirms a request and engages the kill switch of its scope; for one account the trades are exited in the same transaction.
 * Returns the request, and whether it was confirmed now: confirmed before, it changes nothing.
 *
 * Throws DomainError `not_found.flatten`, `flatten_expired`, `flatten_own`, and what `checkCode` throws.
 */
export async function confirmFlatten(
  db: Kysely<Database>,
  id: string,
  { by, checkCode }: Confirmer,
  now: EpochMs,
): Promise<{ request: Flatten; confirmed: boolean }> {
  const request = await requestOf(db, id)
  if (await isConfirmed(db, id)) return { request, confirmed: false }
  const how = await confirmationBy(request, by, checkCode, now)
  const confirmed = await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows: inserted } = await tx
      .insertInto('flatten_confirmations')
      .values({ request_id: id, confirmed_by: by, how, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted === 0n) return false
    const change = { engaged: true, by, channel: 'web', reason: request.reason } as const
    const { user_id: userId, reason } = request
    await setKillSwitch(tx, userId ?? GLOBAL_SCOPE, change, now)
    const trades = userId === null ? undefined : await exitAccount(tx, { request, by, userId }, now)
    const details = { request: id, reason, how, ...(trades === undefined ? {} : { trades }) }
    if (userId !== null) await markComplete(tx, id, now)
    await recordAction(tx, { by, action: 'flatten_confirmed', userId, details })
    return true
  })
  return { request, confirmed }
}

async function requestOf(db: Kysely<Database>, id: string): Promise<Flatten> {
  const request = await db.selectFrom('flatten_requests').selectAll().where('id', '=', id).executeTakeFirst()
  if (request === undefined) throw new DomainError({ code: 'problem.not_found.flatten' })
  return request
}

async function isConfirmed(db: Kysely<Database>, id: string): Promise<boolean> {
  const row = await db.selectFrom('flatten_confirmations').select('at').where('request_id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** How `by` confirms at `now`, or throws why it is refused. */
async function confirmationBy(
  request: Flatten,
  by: string,
  checkCode: Confirmer['checkCode'],
  now: EpochMs,
): Promise<FlattenConfirmation> {
  if (isExpired(request, now)) throw new DomainError({ code: 'problem.flatten_expired' })
  if (request.asked_by !== by) return 'second_operator'
  // Checked first: a code that comes too early is not used up.
  const from = ownCodeFrom(request)
  if (now < from) throw new DomainError({ code: 'problem.flatten_own.from', from })
  await checkCode()
  return 'second_factor'
}

/** Exits all live trades of one account for a request, and records the trades. Returns them. */
async function exitAccount(
  tx: Kysely<Database>,
  { request, by, userId }: { request: Flatten; by: string; userId: string },
  now: EpochMs,
): Promise<string[]> {
  // One process at a time: another that continues the same request would give each instruction twice.
  await sql`select pg_advisory_xact_lock(hashtext(${`flatten ${request.id}`}))`.execute(tx)
  const trades = await exitAllTrades(tx, { userId, by, channel: 'operator' }, now)
  if (trades.length > 0)
    await tx
      .insertInto('flatten_exits')
      .values(trades.map((trade_id) => ({ request_id: request.id, trade_id, user_id: userId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return trades
}

/** True when it was not complete before. */
async function markComplete(tx: Kysely<Database>, id: string, now: EpochMs): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('flatten_completions')
    .values({ request_id: id, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted === 1n
}

export interface FlattenDeps {
  readonly db: Kysely<Database>
  readonly bus: Pick<Bus, 'publish'>
  readonly logger: { error(fields: object, message: string): void }
}

/** Requests that were confirmed and are not complete: their process died, or is at it. */
export async function unfinishedFlattens(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('flatten_confirmations')
    .leftJoin('flatten_completions', 'flatten_completions.request_id', 'flatten_confirmations.request_id')
    .select('flatten_confirmations.request_id')
    .where('flatten_completions.request_id', 'is', null)
    .orderBy('flatten_confirmations.at')
    .execute()
  return rows.map(({ request_id }) => request_id)
}

/**
 * Exits the trades of a confirmed request for all accounts, account by account, each in a transaction of its own, until none is
 * left. Any process may do it, also two at once, and again after one died midway. An account that fails is left for the next time.
 */
export async function carryOutFlatten({ db, bus, logger }: FlattenDeps, id: string, now: EpochMs): Promise<void> {
  const request = await requestOf(db, id)
  const { confirmed_by: by, at } = await db
    .selectFrom('flatten_confirmations')
    .select(['confirmed_by', 'at'])
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
  const failed = new Set<string>()

  async function exitAccounts(): Promise<void> {
    for (;;) {
      const accounts = await accountsLeft(db, { id, until: at + CLAIM_MS, failed })
      for (const userId of accounts) {
        try {
          await db.transaction().execute(async (tx) => {
            const trades = await exitAccount(tx, { request, by, userId }, now)
            const details = { request: id, reason: request.reason, trades }
            if (trades.length > 0) await recordAction(tx, { by, action: 'flatten_exits', userId, details })
          })
        } catch (error) {
          failed.add(userId)
          logger.error({ err: error, request: id, user: userId }, 'an account could not be flattened')
        }
        bus.publish(`account.${userId}`, null)
        bus.publish(`trades.${userId}`, null)
      }
      if (accounts.length < BATCH_SIZE) return
    }
  }

  await exitAccounts()
  // A claim that read the kill switch before the confirmation may commit its trade only now.
  await awaitClaims(db)
  await exitAccounts()
  if (failed.size > 0) return
  await db.transaction().execute(async (tx) => {
    if (!(await markComplete(tx, id, now))) return
    const { trades } = await tx
      .selectFrom('flatten_exits')
      .select(({ fn }) => fn.countAll<number>().as('trades'))
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()
    const details = { request: id, reason: request.reason, trades }
    await recordAction(tx, { by, action: 'flatten_completed', details })
  })
}

/** Accounts with live trades that the request has not exited yet, a batch of them. */
async function accountsLeft(
  db: Kysely<Database>,
  { id, until, failed }: { id: string; until: number; failed: ReadonlySet<string> },
): Promise<string[]> {
  const rows = await db
    .selectFrom('trades')
    .select('account_id')
    .distinct()
    .where('state', 'in', LIVE_STATES)
    .where('created_at', '<=', until)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('flatten_exits')
            .whereRef('trade_id', '=', 'trades.id')
            .where('flatten_exits.request_id', '=', id),
        ),
      ),
    )
    .$if(failed.size > 0, (query) => query.where('account_id', 'not in', [...failed]))
    .orderBy('account_id')
    .limit(BATCH_SIZE)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Waits until each claim of an entry that is under way has committed: a claim locks the row of its account. */
async function awaitClaims(db: Kysely<Database>): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('execution_accounts')
      .select('account_id')
      .where('account_id', '>', after)
      .orderBy('account_id')
      .limit(BATCH_SIZE)
      .forKeyShare()
      .execute()
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)!.account_id
  }
}
