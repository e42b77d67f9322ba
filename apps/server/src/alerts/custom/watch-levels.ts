// @invariant custom-alert-once
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import { policyOf } from '@strikewise/plans/entitlements.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import { sql, type Kysely } from 'kysely'
import * as z from 'zod'
import type { Bus } from '../../bus/bus.ts'
import type { Logger } from '../../logging/logger.ts'
import type { Database } from '../../store/database.ts'
import { finds, type DueCheck } from '../due-sources.ts'
import { readCursor, writeCursor } from '../source-cursors.ts'
import type { AlertSource } from '../sources/source.ts'
import { commitChanges, planOfRow } from './commit-changes.ts'
import { levelConditionOf } from './condition-of-row.ts'
import { WatchedLevels, type DatedChange, type Series } from './watched-levels.ts'

const CURSOR_NAME = 'custom_levels'
/** A row may commit this long after the instant it carries. Real time. */
const OVERLAP = sql`interval '1 minute'`
/** Plans change without a change of the alerts, so all of them are read again after this time. Real milliseconds. */
const RELOAD_MS = 5 * MINUTE_MS
/** Changes stored in one transaction. */
const BATCH_SIZE = 2_000

const DELAYS = [...new Set(PLANS.map((plan) => PLAN_POLICY[plan].delaySeconds))]

const snapshot = z.object({ json: z.string() })
const price = z.object({ price: z.number() }).optional()
const indices = z.object({ nifty50: price, banknifty: price })
const volatility = z.object({ percentile: z.number() })

/**
 * Alerts on levels of the market. Each value that arrives is compared with the next level alone; what it changed is stored by
 * the source, with the number of the last change in the same transaction: after a failure the rest is stored, none twice.
 */
export function watchLevels(
  bus: Bus,
  clock: Clock,
  logger: Logger,
  realNow: () => number = () => performance.now(),
): { readonly source: AlertSource; close(): void } {
  const levels = new WatchedLevels(DELAYS)
  /** Changes that are not known to be stored, the first of which has the number `base` + 1. */
  let changes: DatedChange[] = []
  let base: number | undefined
  let reloadAt = Number.NEGATIVE_INFINITY
  let readUntil: Date | undefined
  const take = (series: Series, value: number) => {
    for (const change of levels.take(series, value, clock.now())) changes.push(change)
  }
  const unsubscribe = listen(bus, logger, take)
  const isDue: DueCheck = ({ db, now }) => {
    changes.push(...levels.takeDelayed(now))
    if (changes.length > 0 || readUntil === undefined || realNow() >= reloadAt) return true
    return finds(changedLevels(db, readUntil).select('custom_alerts.id'))
  }
  const read: AlertSource['read'] = async (tx, now, flags) => {
    changes.push(...levels.takeDelayed(now))
    const stored = (await readCursor(tx, CURSOR_NAME)) ?? 0
    if (base !== undefined) changes = changes.slice(Math.max(0, stored - base))
    base = stored
    const isReload = realNow() >= reloadAt
    const read = await readLevels(tx, isReload ? undefined : readUntil, now)
    if (isReload) {
      reloadAt = realNow() + RELOAD_MS
      levels.retain(new Set(read.rows.map(({ id }) => id)))
    }
    readUntil = read.until
    const waiting = new Set(changes.map(({ id }) => id))
    // What is not stored yet is newer than the row.
    for (const level of read.rows) if (!waiting.has(level.id)) levels.add(level)
    const batch = changes.slice(0, BATCH_SIZE)
    if (batch.length === 0) return []
    const { alerts, misplaced } = await commitChanges(tx, batch, now, flags)
    // Of a user who sees the market later by now: read again with the next reload.
    for (const id of misplaced) levels.remove(id)
    if (misplaced.size > 0) reloadAt = realNow()
    await writeCursor(tx, CURSOR_NAME, stored + batch.length)
    return alerts
  }
  return { source: { isDue, read }, close: unsubscribe }
}

/** Values of the market as the bus brings them, in the units of levels. */
function listen(bus: Bus, logger: Logger, take: (series: Series, value: number) => void): () => void {
  const ends = [
    bus.subscribe('snapshot.indices', (subject, payload) =>
      attempt(subject, () => {
        const { nifty50, banknifty } = indices.parse(jsonOf(payload))
        if (nifty50 !== undefined) take('price/NIFTY', Math.round(nifty50.price * 100))
        if (banknifty !== undefined) take('price/BANKNIFTY', Math.round(banknifty.price * 100))
      }),
    ),
    ...INDEX_SYMBOLS.map((symbol: IndexSymbol) =>
      bus.subscribe(`snapshot.iv.${symbol}`, (subject, payload) =>
        attempt(subject, () => take(`iv_percentile/${symbol}`, volatility.parse(jsonOf(payload)).percentile * 100)),
      ),
    ),
  ]
  /** One odd message must not end the process. */
  function attempt(subject: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      logger.error({ err: error, subject }, 'a value for alerts could not be read')
    }
  }
  return () => {
    for (const end of ends) end()
  }
}

function jsonOf(payload: unknown): unknown {
  return JSON.parse(snapshot.parse(payload).json)
}

/** The levels that changed since `since`, or all; `until`: the store's time of the reading. */
async function readLevels(tx: Kysely<Database>, since: Date | undefined, now: EpochMs) {
  const { until } = await tx.selectNoFrom(sql<Date>`now()`.as('until')).executeTakeFirstOrThrow()
  const rows = await changedLevels(tx, since)
    .innerJoin('profiles', 'profiles.user_id', 'custom_alerts.user_id')
    .select(['custom_alerts.id', 'type', 'symbol', 'side', 'level', 'is_armed', 'changed_at', 'plan', 'plan_expiry'])
    .execute()
  return {
    until,
    rows: rows.map((row) => ({
      id: row.id,
      condition: levelConditionOf(row),
      isArmed: row.is_armed,
      revision: row.changed_at.getTime(),
      delaySeconds: policyOf(planOfRow(row), now).delaySeconds,
    })),
  }
}

function changedLevels(tx: Kysely<Database>, since: Date | undefined) {
  const watched = tx
    .selectFrom('custom_alerts')
    .where('type', 'in', ['price', 'iv_percentile'])
    .where('paused', '=', false)
  return since === undefined ? watched : watched.where('changed_at', '>', sql<Date>`${since}::timestamptz - ${OVERLAP}`)
}
