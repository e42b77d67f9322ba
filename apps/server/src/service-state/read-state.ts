import { statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { FeedState } from '@strikewise/wire/market.ts'
import { isAnnouncement } from '@strikewise/execution/lease/lease-rows.ts'
import { SHARDS, shardLeaseName } from '@strikewise/execution/lease/shard.ts'
import { sql, type Kysely } from 'kysely'
import type { Role } from '../environment.ts'
import type { Database } from '../store/database.ts'
import { quotedSince } from '../time/quote-hours.ts'
import type { StateGauge, StateValue } from './state-gauges.ts'

/** A store that takes longer for a statement counts as away: the one who asks for metrics does not wait much longer. */
const STORE_MS = 3000
/** Leases that some process of the service holds at any time. That of the trader stands for those of all shards. */
const LEASES = ['market', 'trader', 'alerts'] as const
const SHARD_LEASES = Array.from({ length: SHARDS }, (_, shard) => shardLeaseName(shard))
const OUTBOXES = ['outbox', 'chat_outbox', 'push_outbox'] as const

export interface StateSources {
  readonly db: Kysely<Database>
  readonly clock: Pick<Clock, 'now'>
  readonly dataDir: string
  /** Anchors of the public record that stamp its roots. */
  readonly timeStampAuthorities: readonly string[]
  readonly feed: () => FeedState | undefined
  /** For how long each role has been silent, in real milliseconds. */
  readonly silence: () => ReadonlyMap<Role, number>
}

/** How the whole service is doing. What the store holds is left out while it is away; `store_up` is 0 then. */
export async function readServiceState(sources: StateSources): Promise<readonly StateValue[]> {
  const now = sources.clock.now()
  const [stored, disk] = await Promise.all([storedState(sources, now), diskState(sources.dataDir)])
  return [...feedState(sources.feed(), now), ...roleState(sources.silence()), ...stored, ...disk]
}

function value(name: StateGauge, of: number, labels: Readonly<Record<string, string>> = {}): StateValue {
  return { name, value: of, labels }
}

function feedState(feed: FeedState | undefined, now: EpochMs): readonly StateValue[] {
  const since = quotedSince(now)
  // From the opening on, silence counts; before the first tick of the day it counts from there.
  const silentMs = since === undefined ? 0 : now - Math.max(since, feed?.lastTickAt ?? 0)
  return [
    value('session_open', since === undefined ? 0 : 1),
    value('feed_connected', feed?.connected === true ? 1 : 0),
    value('feed_silent_seconds', Math.max(0, silentMs) / 1000),
  ]
}

function roleState(silence: ReadonlyMap<Role, number>): readonly StateValue[] {
  return [...silence].map(([role, ms]) => value('role_silent_seconds', ms / 1000, { role }))
}

async function diskState(dataDir: string): Promise<readonly StateValue[]> {
  try {
    const { bsize, blocks, bavail } = await statfs(dataDir)
    return [value('data_disk_size_bytes', blocks * bsize), value('data_disk_free_bytes', bavail * bsize)]
  } catch {
    // A folder that is gone has no size.
    return []
  }
}

async function storedState(sources: StateSources, now: EpochMs): Promise<readonly StateValue[]> {
  const late = new AbortController()
  try {
    const rows = readRows(sources, now)
    // It may be rejected after the time is over.
    rows.catch(() => undefined)
    const away = delay(STORE_MS, undefined, { signal: late.signal })
    return (await Promise.race([rows, away])) ?? [value('store_up', 0)]
  } catch {
    return [value('store_up', 0)]
  } finally {
    late.abort()
  }
}

async function readRows({ db, timeStampAuthorities }: StateSources, now: EpochMs): Promise<readonly StateValue[]> {
  const askedAt = performance.now()
  await sql`select 1`.execute(db)
  const seconds = (performance.now() - askedAt) / 1000
  return [
    value('store_up', 1),
    value('store_answer_seconds', seconds),
    ...(await leaseState(db)),
    ...(await decisionState(db, now)),
    ...(await doubtState(db, now)),
    ...(await outboxState(db)),
    ...(await timeStampState(db, timeStampAuthorities)),
    ...(await auditState(db, now)),
    ...(await historyState(db)),
  ]
}

async function leaseState(db: Kysely<Database>): Promise<readonly StateValue[]> {
  const rows = await db
    .selectFrom('leases')
    .select(['name', 'epoch', sql<boolean>`expires_at > now()`.as('held')])
    .execute()
  const executors = rows.filter(({ name, held }) => held && isAnnouncement(name)).length
  const leases = LEASES.flatMap((lease) => {
    const names = lease === 'trader' ? SHARD_LEASES : [lease]
    const own = rows.filter(({ name }) => names.includes(name))
    return [
      value('lease_held', own.length === names.length && own.every(({ held }) => held) ? 1 : 0, { lease }),
      value('lease_epoch', Math.max(0, ...own.map(({ epoch }) => epoch)), { lease }),
    ]
  })
  return [...leases, value('executors', executors)]
}

/** Decisions are made from the opening on: before the first of a day the age counts from there. */
async function decisionState(db: Kysely<Database>, now: EpochMs): Promise<readonly StateValue[]> {
  const since = quotedSince(now)
  const rows =
    since === undefined
      ? []
      : await db
          .selectFrom('decisions')
          .select(['symbol', sql<string>`max(bar_end)`.as('newest')])
          .where('bar_end', '>=', since)
          .groupBy('symbol')
          .execute()
  return INDEX_SYMBOLS.map((symbol) => {
    const newest = Number(rows.find((row) => row.symbol === symbol)?.newest ?? since)
    return value('decision_age_seconds', since === undefined ? 0 : Math.max(0, now - newest) / 1000, { symbol })
  })
}

/** Of the trades that are not over, by the index of those: intents of closed trades are never read. */
async function doubtState(db: Kysely<Database>, now: EpochMs): Promise<readonly StateValue[]> {
  const { count, oldest } = await db
    .selectFrom('trades')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('intents')
          .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min('created_at').as('oldest')])
          .whereRef('intents.trade_id', '=', 'trades.id')
          .where('intents.outcome', '=', 'in_doubt')
          .as('in_doubt'),
      (join) => join.onTrue(),
    )
    .select([
      sql<string>`coalesce(sum(in_doubt.count), 0)`.as('count'),
      sql<string | null>`min(in_doubt.oldest)`.as('oldest'),
    ])
    .where('trades.state', 'in', ['entering', 'open', 'exiting'])
    .executeTakeFirstOrThrow()
  return [
    value('intents_in_doubt', Number(count)),
    value('intents_in_doubt_oldest_seconds', oldest === null ? 0 : Math.max(0, now - Number(oldest)) / 1000),
  ]
}

async function outboxState(db: Kysely<Database>): Promise<readonly StateValue[]> {
  const values: StateValue[] = []
  for (const outbox of OUTBOXES) {
    // Mail that is tried again still waits; what goes to chats and browsers expires, so that only its own delay counts.
    const since = sql.ref(outbox === 'outbox' ? 'created_at' : 'due_at')
    const { rows } = await sql<{ count: string; seconds: number | null }>`
      select count(*) as count, extract(epoch from now() - min(${since}))::float8 as seconds
      from ${sql.table(outbox)}
      where sent_at is null and given_up_at is null and held_until is null`.execute(db)
    const { count = '0', seconds = null } = rows[0] ?? {}
    values.push(value('outbox_waiting', Number(count), { outbox }))
    values.push(value('outbox_oldest_seconds', Math.max(0, seconds ?? 0), { outbox }))
  }
  return values
}

/** Roots that wait for a time stamp count as messages that wait. A later token covers the earlier roots. */
async function timeStampState(db: Kysely<Database>, authorities: readonly string[]): Promise<readonly StateValue[]> {
  if (authorities.length === 0) return []
  const { count, seconds } = await db
    .selectFrom('public_log_anchors as due')
    .select([
      sql<string>`count(distinct due.anchor)`.as('count'),
      sql<number | null>`extract(epoch from now() - min(due.at))::float8`.as('seconds'),
    ])
    .where('due.anchor', 'in', authorities)
    .where((due) =>
      due.not(
        due.exists(
          due
            .selectFrom('public_log_time_stamps as stamped')
            .select('stamped.day')
            .whereRef('stamped.anchor', '=', 'due.anchor')
            .whereRef('stamped.day', '>=', 'due.day'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  const label = { outbox: 'record_time_stamps' }
  return [
    value('outbox_waiting', Number(count), label),
    value('outbox_oldest_seconds', Math.max(0, seconds ?? 0), label),
  ]
}

async function auditState(db: Kysely<Database>, now: EpochMs): Promise<readonly StateValue[]> {
  const rows = await db
    .selectFrom('audit_findings')
    .select(['code', sql<string>`count(*)`.as('count')])
    .where('on_day', '=', istDateAt(now))
    .groupBy('code')
    .execute()
  return rows.map(({ code, count }) => value('audit_findings_today', Number(count), { code }))
}

async function historyState(db: Kysely<Database>): Promise<readonly StateValue[]> {
  const { failed } = await db
    .selectFrom('chain_history_failures')
    .select((row) => row.fn.countAll<string>().as('failed'))
    .executeTakeFirstOrThrow()
  return [value('chain_history_failed_days', Number(failed))]
}
