import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../store/database.ts'

/** Columns of a row and their new values. */
type Changes = Readonly<Record<string, unknown>>

/**
 * A table of messages that wait to be sent, by what distinguishes it. Each has the columns `id`, `attempts`, `due_at`,
 * `held_until`, `sent_at` and `given_up_at`. What is held until quiet hours end is not due, and nothing waits behind it. A message whose answer was lost is sent again: it may arrive twice, it is never lost.
 */
export interface OutboxTable<Reason> {
  readonly name: 'outbox' | 'chat_outbox' | 'push_outbox'
  /** Rows with the same value here leave one after the other, as they were written; undefined: each row on its own. */
  readonly orderedBy?: 'chat_id' | 'subscription_id'
  /** Longer than a delivery takes: when a worker dies with a row in hand, another takes it after this. */
  readonly visibilityTimeoutMs: number
  readonly whenSent: Changes
  readonly whenGivenUp: Changes
  whenFailed(reason: Reason): Changes
}

/** A row that one worker holds until its visibility timeout. */
export interface Claim {
  readonly id: number
  /** Those before and this one. */
  readonly attempts: number
}

const IS_WAITING = sql<boolean>`sent_at is null and given_up_at is null`
const IS_NEXT = sql<boolean>`${IS_WAITING} and held_until is null`

/**
 * Whether anything waits, due, held or expired. A poll of an empty table is one plain read then, with no claim and nothing to
 * discard.
 */
export async function hasWaiting<Reason>(db: Kysely<Database>, { name }: OutboxTable<Reason>): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from ${sql.table(name)} where ${IS_WAITING}) as waits`.execute(db)
  return rows[0]!.waits
}

/**
 * The common table expression `claimed`: takes up to `limit` due rows for this worker alone and counts the attempt. A row that
 * another worker is taking at this moment is skipped. In an ordered table only the oldest waiting row of each value is taken,
 * so that what follows waits until that one was sent or abandoned.
 */
export function claimDue<Reason>(
  { name, orderedBy, visibilityTimeoutMs }: OutboxTable<Reason>,
  limit: number,
): RawBuilder<unknown> {
  const table = sql.table(name)
  const order = sql.ref(orderedBy ?? 'id')
  const isNext =
    orderedBy === undefined
      ? sql`true`
      : sql`id in (select distinct on (${order}) id from ${table} where ${IS_NEXT} order by ${order}, id)`
  return sql`
    due as materialized (
      select id from ${table}
      where ${IS_NEXT} and due_at <= now() and ${isNext}
      order by due_at, id limit ${limit} for update skip locked
    ), claimed as (
      update ${table} o set attempts = attempts + 1, due_at = ${inMs(visibilityTimeoutMs)}
      from due where o.id = due.id
      returning o.*
    )`
}

export async function markSent<Reason>(
  db: Kysely<Database>,
  table: OutboxTable<Reason>,
  { id }: Pick<Claim, 'id'>,
): Promise<void> {
  await update(db, table, { sent_at: sql`now()`, ...table.whenSent }, sql`id = ${id}`)
}

/**
 * Tries again after `delayMs`, or never when undefined. Changes nothing when the claim has run out and another worker took the
 * row: what becomes of it is that worker's to say.
 */
export async function markFailed<Reason>(
  db: Kysely<Database>,
  table: OutboxTable<Reason>,
  claim: Claim,
  reason: Reason,
  delayMs: number | undefined,
): Promise<void> {
  if (delayMs === undefined) await giveUp(db, table, isHeld(claim), reason)
  else await update(db, table, { due_at: inMs(delayMs), ...table.whenFailed(reason) }, isHeld(claim))
}

/** Puts a row back that was taken and not sent: its attempt does not count. */
export async function requeue<Reason>(
  db: Kysely<Database>,
  table: OutboxTable<Reason>,
  claim: Claim,
  delayMs: number,
): Promise<void> {
  await update(db, table, { attempts: sql`attempts - 1`, due_at: inMs(delayMs) }, isHeld(claim))
}

/** Discards the waiting rows that `condition` selects; returns how many. */
export async function giveUp<Reason>(
  db: Kysely<Database>,
  table: OutboxTable<Reason>,
  condition: RawBuilder<boolean>,
  reason: Reason,
): Promise<number> {
  const changes = { given_up_at: sql`now()`, ...table.whenGivenUp, ...table.whenFailed(reason) }
  return update(db, table, changes, sql<boolean>`${IS_WAITING} and ${condition}`)
}

function isHeld({ id, attempts }: Claim): RawBuilder<boolean> {
  return sql<boolean>`id = ${id} and attempts = ${attempts} and ${IS_WAITING}`
}

async function update<Reason>(
  db: Kysely<Database>,
  { name }: OutboxTable<Reason>,
  changes: Changes,
  condition: RawBuilder<boolean>,
): Promise<number> {
  const assignments = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const result = await sql`update ${sql.table(name)} set ${sql.join(assignments)} where ${condition}`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

function inMs(ms: number): RawBuilder<Date> {
  return sql<Date>`now() + ${`${ms} milliseconds`}::interval`
}
