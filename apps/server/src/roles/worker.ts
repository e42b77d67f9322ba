// One role on a thread of its own: opens what the role needs, starts it, closes it when the main thread reports it.
import { parentPort, workerData } from 'node:worker_threads'
import { openThreadBus } from '../bus/thread-bus.ts'
import { readConfig } from '../config.ts'
import type { Role } from '../environment.ts'
import { openLogger } from '../logging/logger.ts'
import { MasterKey } from '../secrets/master-key.ts'
import { Secret } from '../secret.ts'
import { Vault } from '../secrets/vault.ts'
import { startProcessReports, type RoleFigures } from '../service-state/process-reports.ts'
import { startHeartbeat } from '../service-state/role-heartbeats.ts'
import { CLOSE } from '../threads/close-thread.ts'
import { openStore } from '../store/open-store.ts'
import { clockChannel, openClock } from '../time/open-clock.ts'

/** What the main thread hands over. */
export interface WorkerData {
  readonly role: Exclude<Role, 'web'>
  readonly storeUrl: string
  readonly busName: string
  readonly processId: string
}

/** How long the store may be silent: longer than any statement of the role takes. An exit must not wait for more. */
const SILENCE_MS = { market: 10_000, trader: 4_000, notifier: 10_000 } as const

const { role, storeUrl, busName, processId } = workerData as WorkerData
const config = readConfig(process.env)
const logger = openLogger(config, role)
const clock = await openClock(config, { channel: clockChannel(busName), polls: false })
const master = MasterKey.open(config)
const store = openStore(new Secret(storeUrl), logger, {
  max: config.databasePool,
  silenceMs: SILENCE_MS[role],
  keys: master.ids,
})
const vault = new Vault(store.db, master)
const bus = openThreadBus(busName, processId)

const parts = { config, clock, store, vault, bus, logger }
/** A started role. */
interface RunningRole {
  close(): Promise<void>
  figures?(): RoleFigures
}

// A thread loads the code of its own role only.
const starters: Readonly<Record<WorkerData['role'], () => Promise<RunningRole>>> = {
  market: async () => (await import('./market.ts')).startMarket(parts),
  trader: async () => (await import('./trader.ts')).startTrader(parts),
  notifier: async () => (await import('./notifier.ts')).startNotifier(parts),
}
const running = await starters[role]()
const endHeartbeat = startHeartbeat(bus, role)
const reports = startProcessReports({ store, processId, role, logger, figures: () => running.figures?.() ?? {} })

parentPort!.on('message', (message) => {
  if (message !== CLOSE) return
  endHeartbeat()
  void Promise.all([running.close(), reports.close()])
    .then(() => store.close())
    .then(() => {
      clock.close()
      bus.close()
      parentPort!.close()
    })
})
