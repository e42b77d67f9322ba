import * as z from 'zod'
import { route } from './route.ts'
import { instantText } from './scalars.ts'

export const SERVICE_ROLES = ['web', 'market', 'trader', 'notifier'] as const
export type ServiceRole = (typeof SERVICE_ROLES)[number]
/** `late`: no report for 15 s. `gone`: for 60 s. */
export const PROCESS_STATES = ['live', 'late', 'gone'] as const
export type ProcessState = (typeof PROCESS_STATES)[number]
export const BROKER_CALLS = ['place', 'modify', 'cancel', 'orders', 'history', 'trades', 'positions', 'funds'] as const
export type BrokerCall = (typeof BROKER_CALLS)[number]
/** Figures of the whole service that have a bound. */
export const SERVICE_FIGURES = [
  'position_unprotected',
  'store_answer',
  'feed_silence',
  'feed_disconnected',
  'decision_age',
  'order_in_doubt',
  'outbox_oldest',
  'disk_free',
] as const
/** Of the market's session: without a value outside it. */
export const SESSION_FIGURES: ReadonlySet<ServiceFigureName> = new Set([
  'feed_silence',
  'feed_disconnected',
  'decision_age',
])
export type ServiceFigureName = (typeof SERVICE_FIGURES)[number]

const count = z.number().int().nonnegative()
const amount = z.number().nonnegative()

/** Of the calls that ended in the last minute. */
export const latency = z.object({ count, p50_ms: amount, p99_ms: amount })
export type Latency = z.infer<typeof latency>

/** What a role of a process measures of itself. Null, or left out: not known, or not of this role. */
export const processFigures = z.object({
  /** 99th percentile over the last minute. */
  event_loop_p99_ms: amount.nullable(),
  /** Statements of the role's own connections. */
  store: latency.nullable(),
  broker: z.partialRecord(z.enum(BROKER_CALLS), latency).nullable(),
  accounts: count.nullable(),
  shards: count.nullable(),
  /** Raised since the role started. */
  alarms: count.nullable(),
  /** Positions of its accounts with neither a stop nor an exit on its way, and the age of the oldest; of a trader. */
  unprotected: z.object({ positions: count, oldest_s: amount }).optional(),
  /** Open sockets. */
  streams: count.nullable(),
})
export type ProcessFigures = z.infer<typeof processFigures>

const roleReport = z.object({
  process: z.string(),
  role: z.enum(SERVICE_ROLES),
  host: z.string(),
  pid: count,
  /** With the commit it was built from, where that is known, as build metadata of SemVer: `0.1.0+1a2b3c4d5e6f`. */
  version: z.string(),
  state: z.enum(PROCESS_STATES),
  /** Seconds since its newest report. */
  seen_s: amount,
  /** Seconds from its start to its newest report. */
  up_s: amount,
  /** Null unless live: older figures are not shown. */
  figures: processFigures.nullable(),
})
export type RoleReport = z.infer<typeof roleReport>

const serviceFigure = z.object({
  figure: z.enum(SERVICE_FIGURES),
  /** The index, the outbox; null: there is one of its kind. */
  subject: z.string().nullable(),
  /** Milliseconds of `store_answer`, percent of `disk_free`, 1 while `feed_disconnected`, seconds of the others; null: not known. */
  value: z.number().nullable(),
  /** How many messages wait, orders are in doubt or positions are unprotected; null: it counts nothing, or not known. */
  count: count.nullable(),
  /** `disk_free` is to stay above it, the others are not to be above it. */
  bound: z.number(),
  is_beyond: z.boolean(),
})
export type ServiceFigure = z.infer<typeof serviceFigure>

/** `alert`: the alert rule of the same condition, which names the section of the runbooks. */
const healthProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('role_missing'), role: z.enum(SERVICE_ROLES), alert: z.string() }),
  z.object({
    kind: z.enum(['process_late', 'process_gone', 'event_loop_blocked']),
    role: z.enum(SERVICE_ROLES),
    host: z.string(),
    pid: count,
    alert: z.string(),
  }),
  z.object({ kind: z.literal('shards_without_executor'), shards: count, alert: z.string() }),
  z.object({ kind: z.literal('lease_without_holder'), lease: z.enum(['market', 'alerts']), alert: z.string() }),
  z.object({
    kind: z.literal('figure'),
    figure: z.enum(SERVICE_FIGURES),
    subject: z.string().nullable(),
    alert: z.string(),
  }),
])
export type HealthProblem = z.infer<typeof healthProblem>

const serviceHealth = z
  .object({
    /** When all of this was read. */
    as_of: instantText,
    /** What is wrong, the worst first; empty: all is well. */
    problems: z.array(healthProblem),
    /** One report a role of each process, seen in the last day; live ones first. */
    reports: z.array(roleReport),
    figures: z.array(serviceFigure),
    shards: z.object({
      total: count,
      executors: z.array(
        z.object({
          holder: z.string(),
          /** Of its newest report; null: it has made none. */
          host: z.string().nullable(),
          pid: count.nullable(),
          shards: count,
          /** Highest of its leases. */
          epoch: count,
          /** Seconds until the first of its leases expires. */
          expires_s: amount,
        }),
      ),
      /** Shards without a valid lease. */
      unheld: z.array(z.object({ shard: count, epoch: count.nullable(), expired_s: amount.nullable() })),
    }),
  })
  .meta({ id: 'ServiceHealth' })
export type ServiceHealth = z.infer<typeof serviceHealth>

/** How the processes of the service are doing. */
export const serviceHealthRoutes = {
  operatorHealth: route({
    method: 'GET',
    path: '/operator/health',
    auth: 'operator',
    perMinute: 60,
    summary:
      'Processes and their roles, shards by executor, latencies of store and broker, and what is beyond its bound. Ages in seconds, latencies in milliseconds, null where not known',
    query: z.strictObject({}),
    reply: serviceHealth,
  }),
}
