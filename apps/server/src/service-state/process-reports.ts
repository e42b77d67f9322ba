import { hostname } from 'node:os'
import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import type { ProcessFigures } from '@strikewise/wire/service-health.ts'
import { sql } from 'kysely'
import type { Role } from '../environment.ts'
import { EventLoopDelay } from '../latency/event-loop-delay.ts'
import type { Logger } from '../logging/logger.ts'
import type { Store } from '../store/open-store.ts'
import { BUILD_VERSION } from './build-version.ts'

const EVERY_MS = 5_000
const NO_FIGURES = { broker: null, accounts: null, shards: null, alarms: null, streams: null } as const

/** What a role adds to the figures that every role has. `holder`: its name as holder of shards' leases. */
export type RoleFigures = Partial<Omit<ProcessFigures, 'event_loop_p99_ms' | 'store'>> & { readonly holder?: string }

export interface ProcessReportOptions {
  readonly store: Pick<Store, 'db' | 'latencies'>
  /** The same for all roles of a process. */
  readonly processId: string
  readonly role: Role
  readonly logger: Pick<Logger, 'warn'>
  readonly figures?: () => RoleFigures
}

/**
 * Writes now and every five seconds how this role of the process is doing. A store that does not take it is warned of once
 * until it does again, and disturbs nothing. `close` deletes the row: a role that ended in order is not missed.
 */
export function startProcessReports(options: ProcessReportOptions): { close(): Promise<void> } {
  const { store, processId, role, logger } = options
  const delay = new EventLoopDelay()
  let isFirst = true
  let isRefused = false
  const report = async () => {
    try {
      await writeReport(options, delay.read(), isFirst)
      isFirst = false
      isRefused = false
    } catch (error) {
      if (!isRefused) logger.warn({ err: error, role }, 'the report of this role could not be stored')
      isRefused = true
    }
  }
  const loop = startPollingLoop(EVERY_MS, report)
  return {
    async close() {
      await loop.close()
      delay.close()
      try {
        await store.db
          .deleteFrom('process_health')
          .where('process_id', '=', processId)
          .where('role', '=', role)
          .execute()
      } catch (error) {
        logger.warn({ err: error, role }, 'the report of this role stays in the store')
      }
    },
  }
}

async function writeReport(
  { store, processId, role, figures }: ProcessReportOptions,
  eventLoopDelay: number | null,
  isFirst: boolean,
): Promise<void> {
  const { holder = null, ...own } = figures?.() ?? {}
  const measured: ProcessFigures = {
    ...NO_FIGURES,
    ...own,
    event_loop_p99_ms: eventLoopDelay,
    store: store.latencies.read(),
  }
  const row = {
    host: hostname(),
    pid: process.pid,
    version: BUILD_VERSION,
    holder,
    figures: JSON.stringify(measured),
  }
  await store.db
    .insertInto('process_health')
    .values({ process_id: processId, role, ...row })
    .onConflict((conflict) =>
      conflict.columns(['process_id', 'role']).doUpdateSet({
        ...row,
        seen_at: sql<Date>`now()`,
        // A thread that was started again writes the row of the one before it.
        ...(isFirst ? { started_at: sql<Date>`now()` } : {}),
      }),
    )
    .execute()
}

/** Deletes the reports of what has not been seen for a day. */
export async function deleteEndedProcesses(db: Store['db']): Promise<void> {
  await db
    .deleteFrom('process_health')
    .where('seen_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
