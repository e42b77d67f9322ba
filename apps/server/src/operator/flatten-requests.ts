// @invariant flatten-confirmed Operators exit users' trades only after a second operator, or after 60 s a code of the
//   second factor, has confirmed it.
import { randomUUID } from 'node:crypto'
import { DAY_MS, istIso, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { LIVE_STATES } from '@strikewise/execution/trade/trade.ts'
import type { FlattenRequest } from '@strikewise/wire/flatten.ts'
import { sql, type Kysely } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Database } from '../store/database.ts'
import { recordAction } from './actions.ts'

/** How long a second operator has the request alone; after it, who asked may confirm with a code. */
const SECOND_OPERATOR_MS = MINUTE_MS
const EXPIRY_MS = 10 * MINUTE_MS
const MAX_SHOWN = 20

/** A request as its row has it. */
export interface Flatten {
  readonly id: string
  /** Null: all accounts. */
  readonly user_id: string | null
  readonly reason: string
  readonly asked_by: string
  readonly asked_at: number
}

/** From when on who asked may confirm with a code. */
export const ownCodeFrom = ({ asked_at }: Flatten): EpochMs => (asked_at + SECOND_OPERATOR_MS) as EpochMs
const expiresAt = ({ asked_at }: Flatten): EpochMs => (asked_at + EXPIRY_MS) as EpochMs
export const isExpired = (request: Flatten, now: EpochMs): boolean => now >= expiresAt(request)

/**
 * Asks for the exit of all trades of one account, or of all (`userId` null). Returns the request that is open for the same
 * accounts, if there is one. Throws DomainError `not_found.account`.
 */
export async function requestFlatten(
  db: Kysely<Database>,
  { userId, reason, by }: { userId: string | null; reason: string; by: string },
  now: EpochMs,
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`flatten of ${userId ?? 'all'}`}))`.execute(tx)
    if (userId !== null && (await profileOf(tx, userId)) === undefined)
      throw new DomainError({ code: 'problem.not_found.account' })
    const open = await openRequest(tx, userId, now)
    if (open !== undefined) return open.id
    const id = randomUUID()
    await tx
      .insertInto('flatten_requests')
      .values({ id, user_id: userId, reason, asked_by: by, asked_at: now })
      .execute()
    await recordAction(tx, { by, action: 'flatten_asked', userId, details: { request: id, reason } })
    return id
  })
}

function profileOf(db: Kysely<Database>, userId: string) {
  return db.selectFrom('profiles').select('user_id').where('user_id', '=', userId).executeTakeFirst()
}

function openRequest(db: Kysely<Database>, userId: string | null, now: EpochMs) {
  return db
    .selectFrom('flatten_requests')
    .select('id')
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('asked_at', '>', now - EXPIRY_MS)
    .where((is) =>
      is.not(is.exists(is.selectFrom('flatten_confirmations').whereRef('request_id', '=', 'flatten_requests.id'))),
    )
    .executeTakeFirst()
}

/** Requests of the last day as operator `by` sees them, the newest first. */
export async function recentFlattens(db: Kysely<Database>, by: string, now: EpochMs): Promise<FlattenRequest[]> {
  const rows = await shownRows(db)
    .where('flatten_requests.asked_at', '>', now - DAY_MS)
    .orderBy('flatten_requests.asked_at', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map((row) => shown(row, by, now))
}

/** One request as operator `by` sees it. Throws DomainError `not_found.flatten`. */
export async function flattenOf(db: Kysely<Database>, id: string, by: string, now: EpochMs): Promise<FlattenRequest> {
  const row = await shownRows(db).where('flatten_requests.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new DomainError({ code: 'problem.not_found.flatten' })
  return shown(row, by, now)
}

function shownRows(db: Kysely<Database>) {
  return db
    .selectFrom('flatten_requests')
    .leftJoin('flatten_confirmations', 'flatten_confirmations.request_id', 'flatten_requests.id')
    .leftJoin('flatten_completions', 'flatten_completions.request_id', 'flatten_requests.id')
    .leftJoin('identity_users as asker', 'asker.id', 'flatten_requests.asked_by')
    .leftJoin('identity_users as confirmer', 'confirmer.id', 'flatten_confirmations.confirmed_by')
    .leftJoin('identity_users as owner', 'owner.id', 'flatten_requests.user_id')
    .select(['flatten_requests.id', 'user_id', 'reason', 'asked_by', 'asked_at', 'confirmed_by', 'how'])
    .select(['flatten_confirmations.at as confirmed_at', 'flatten_completions.at as completed_at'])
    .select(['asker.email as asker', 'confirmer.email as confirmer', 'owner.email as email'])
    .select((is) => [
      is
        .selectFrom('trades')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', 'in', LIVE_STATES)
        .where((which) =>
          which.or([
            which('flatten_requests.user_id', 'is', null),
            which('trades.account_id', '=', which.ref('flatten_requests.user_id')),
          ]),
        )
        .as('live_trades'),
      is
        .selectFrom('flatten_exits')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('flatten_exits.request_id', '=', 'flatten_requests.id')
        .as('exits'),
      is
        .selectFrom('flatten_exits')
        .innerJoin('trades', 'trades.id', 'flatten_exits.trade_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('flatten_exits.request_id', '=', 'flatten_requests.id')
        .where('trades.state', 'in', LIVE_STATES)
        .as('open_exits'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof shownRows>['executeTakeFirstOrThrow']>>

function shown(row: Row, by: string, now: EpochMs): FlattenRequest {
  const { confirmed_by, how, confirmed_at } = row
  const confirmation =
    confirmed_by === null || how === null || confirmed_at === null
      ? null
      : { by: row.confirmer ?? confirmed_by, how, at: istIso(confirmed_at as EpochMs) }
  return {
    id: row.id,
    user_id: row.user_id,
    email: row.email,
    reason: row.reason,
    asked_by: row.asker ?? row.asked_by,
    asked_at: istIso(row.asked_at as EpochMs),
    own: row.asked_by === by,
    state: confirmation !== null ? 'confirmed' : isExpired(row, now) ? 'expired' : 'open',
    expires_at: istIso(expiresAt(row)),
    own_code_in_s: Math.max(0, Math.ceil((ownCodeFrom(row) - now) / 1000)),
    confirmation,
    live_trades: Number(row.live_trades),
    exits: Number(row.exits),
    open_exits: Number(row.open_exits),
    complete: row.completed_at !== null,
  }
}
