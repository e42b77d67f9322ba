import { istIso } from '@strikewise/domain/time/ist.ts'
import { SHARDS, shardLeaseName } from '@strikewise/execution/lease/shard.ts'
import {
  processFigures,
  SERVICE_FIGURES,
  SERVICE_ROLES,
  SESSION_FIGURES,
  type HealthProblem,
  type ProcessState,
  type RoleReport,
  type ServiceFigure,
  type ServiceFigureName,
  type ServiceHealth,
} from '@strikewise/wire/service-health.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import {
  EVENT_LOOP_BOUND,
  FIGURE_BOUNDS,
  LEASE_ALERT,
  ROLE_ALERT,
  type FigureGauge,
  type FigureValue,
} from './health-bounds.ts'
import { readServiceState, type StateSources } from './read-state.ts'

const LATE_S = 15
const MISSING_S = 60
/** For how long a process that stopped reporting is a problem: it may have been replaced by another. */
const MISSED_S = 3600

/** Processes, shards and figures as they are now, with what is wrong. Ages are by the store's clock. */
export async function readServiceHealth(sources: StateSources): Promise<ServiceHealth> {
  const [{ reports, byHolder }, leases, state] = await Promise.all([
    readReports(sources.db),
    readLeases(sources.db),
    readServiceState(sources),
  ])
  const figures = serviceFigures([...state, ...unprotectedPositions(reports)])
  const shards = shardsOf(leases, byHolder)
  return {
    as_of: istIso(sources.clock.now()),
    problems: problemsOf({ reports, shards, figures, leases }),
    reports,
    figures,
    shards,
  }
}

interface StoredReports {
  readonly reports: RoleReport[]
  /** Of executors, by their name as holder of leases. */
  readonly byHolder: ReadonlyMap<string, RoleReport>
}

async function readReports(db: Kysely<Database>): Promise<StoredReports> {
  const seconds = (from: 'seen_at' | 'started_at', to: string) =>
    sql<number>`greatest(0, extract(epoch from ${sql.raw(to)} - ${sql.ref(from)}))::float8`
  const rows = await db
    .selectFrom('process_health')
    .select(['process_id', 'role', 'host', 'pid', 'version', 'holder', 'figures'])
    .select([seconds('seen_at', 'now()').as('seen_s'), seconds('started_at', 'seen_at').as('up_s')])
    .where('seen_at', '>', sql<Date>`now() - interval '1 day'`)
    .execute()
  const byHolder = new Map<string, RoleReport>()
  const reports = rows.map(({ process_id: process, holder, figures, seen_s: seenS, up_s: upS, ...row }) => {
    const state: ProcessState = seenS > MISSING_S ? 'gone' : seenS > LATE_S ? 'late' : 'live'
    const seen = { seen_s: rounded(seenS), up_s: rounded(upS) }
    // One of another release may measure other things.
    const measured = processFigures.safeParse(figures).data ?? null
    const report: RoleReport = { ...row, process, state, ...seen, figures: state === 'live' ? measured : null }
    if (holder !== null) byHolder.set(holder, report)
    return report
  })
  reports.sort((a, b) => rank(a) - rank(b) || `${a.host} ${a.pid}`.localeCompare(`${b.host} ${b.pid}`))
  return { reports, byHolder }
}

/** Live before late before gone, then by role. */
function rank({ state, role }: RoleReport): number {
  return ['live', 'late', 'gone'].indexOf(state) * SERVICE_ROLES.length + SERVICE_ROLES.indexOf(role)
}

interface LeaseRow {
  readonly name: string
  readonly holder: string
  readonly epoch: number
  /** Seconds until it expires, below 0 since. */
  readonly expires_s: number
}

function readLeases(db: Kysely<Database>): Promise<readonly LeaseRow[]> {
  return db
    .selectFrom('leases')
    .select(['name', 'holder', 'epoch', sql<number>`extract(epoch from expires_at - now())::float8`.as('expires_s')])
    .execute()
}

function shardsOf(leases: readonly LeaseRow[], byHolder: StoredReports['byHolder']): ServiceHealth['shards'] {
  const byName = new Map(leases.map((lease) => [lease.name, lease]))
  const held = new Map<string, LeaseRow[]>()
  const unheld: ServiceHealth['shards']['unheld'] = []
  for (let shard = 0; shard < SHARDS; shard += 1) {
    const lease = byName.get(shardLeaseName(shard))
    if (lease === undefined) unheld.push({ shard, epoch: null, expired_s: null })
    else if (lease.expires_s <= 0) unheld.push({ shard, epoch: lease.epoch, expired_s: rounded(-lease.expires_s) })
    else held.getOrInsertComputed(lease.holder, () => []).push(lease)
  }
  const executors = [...held].map(([holder, own]) => {
    const report = byHolder.get(holder)
    return {
      holder,
      host: report?.host ?? null,
      pid: report?.pid ?? null,
      shards: own.length,
      epoch: Math.max(...own.map(({ epoch }) => epoch)),
      expires_s: rounded(Math.min(...own.map((lease) => lease.expires_s))),
    }
  })
  return { total: SHARDS, executors: executors.toSorted((a, b) => a.holder.localeCompare(b.holder)), unheld }
}

/** Of all live traders; nothing where none reports it. */
function unprotectedPositions(reports: readonly RoleReport[]): FigureValue[] {
  const reported = reports.flatMap(({ figures }) => figures?.unprotected ?? [])
  if (reported.length === 0) return []
  const positions = reported.reduce((sum, one) => sum + one.positions, 0)
  const oldest = Math.max(...reported.map(({ oldest_s: seconds }) => seconds))
  return [
    { name: 'trader_positions_unprotected', value: positions },
    { name: 'trader_positions_unprotected_oldest_seconds', value: oldest },
  ]
}

function serviceFigures(state: readonly FigureValue[]): ServiceFigure[] {
  const of = (gauge: FigureGauge) => state.filter(({ name }) => name === gauge)
  const isOpen = of('session_open')[0]?.value === 1
  return SERVICE_FIGURES.flatMap((figure) => {
    const { gauge, bound, scale, counted } = FIGURE_BOUNDS[figure]
    const read = of(gauge)
    const unknown: FigureValue[] = [{ name: gauge, value: Number.NaN }]
    return (read.length === 0 ? unknown : read).map(({ value, labels = {} }) => {
      const known = Number.isNaN(value) ? null : valueOf(figure, value)
      return {
        figure,
        subject: labels['symbol'] ?? labels['outbox'] ?? null,
        value: known === null ? null : rounded(known * scale),
        count: countOf(counted, labels),
        bound: bound * scale,
        is_beyond: known !== null && (figure === 'disk_free' ? known < bound : known > bound),
      }
    })
  })

  function countOf(counted: FigureGauge | undefined, { outbox }: Readonly<Record<string, string>>): number | null {
    if (counted === undefined) return null
    return of(counted).find(({ labels }) => labels?.['outbox'] === outbox)?.value ?? null
  }

  /** In the unit of the bound. What is of the session is not known outside it. */
  function valueOf(figure: ServiceFigureName, value: number): number | null {
    if (!isOpen && SESSION_FIGURES.has(figure)) return null
    if (figure === 'feed_disconnected') return value === 0 ? 1 : 0
    if (figure !== 'disk_free') return value
    const size = of('data_disk_size_bytes')[0]?.value ?? 0
    return size === 0 ? null : value / size
  }
}

/** What is wrong, the worst first: money before convenience. */
function problemsOf({
  reports,
  shards,
  figures,
  leases,
}: Pick<ServiceHealth, 'reports' | 'shards' | 'figures'> & { readonly leases: readonly LeaseRow[] }): HealthProblem[] {
  const missing = SERVICE_ROLES.filter((role) => !reports.some((one) => one.role === role && one.state === 'live'))
  const unheld = shards.unheld.length
  const free = (['market', 'alerts'] as const).filter(
    (lease) => !leases.some(({ name, expires_s: left }) => name === lease && left > 0),
  )
  const beyond = figures.filter((one) => one.is_beyond)
  const silent = reports.filter(({ state, seen_s: age }) => state !== 'live' && age <= MISSED_S)
  const blocked = reports.filter((one) => (one.figures?.event_loop_p99_ms ?? 0) > EVENT_LOOP_BOUND.ms)
  return [
    ...missing.map((role) => ({ kind: 'role_missing' as const, role, alert: ROLE_ALERT })),
    ...(unheld === 0 ? [] : [{ kind: 'shards_without_executor' as const, shards: unheld, alert: LEASE_ALERT }]),
    ...free.map((lease) => ({ kind: 'lease_without_holder' as const, lease, alert: LEASE_ALERT })),
    ...beyond.map(({ figure, subject }) => ({
      kind: 'figure' as const,
      figure,
      subject,
      alert: FIGURE_BOUNDS[figure].alert,
    })),
    ...silent.map(({ role, host, pid, state }) => ({
      kind: state === 'late' ? ('process_late' as const) : ('process_gone' as const),
      role,
      host,
      pid,
      alert: ROLE_ALERT,
    })),
    ...blocked.map(({ role, host, pid }) => ({
      kind: 'event_loop_blocked' as const,
      role,
      host,
      pid,
      alert: EVENT_LOOP_BOUND.alert,
    })),
  ]
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
