// The server's trader role as a program of its own, with crash points around its ports: what main.ts composes, and the
// points. CRASH_AT arms one from the start; the parent may arm another later. Only tests start it.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { bridgeProcesses } from '../../../src/bus/process-bridge.ts'
import { openThreadBus } from '../../../src/bus/thread-bus.ts'
import { readConfig } from '../../../src/config.ts'
import { openLogger } from '../../../src/logging/logger.ts'
import { startTrader } from '../../../src/roles/trader.ts'
import { MasterKey } from '../../../src/secrets/master-key.ts'
import { Vault } from '../../../src/secrets/vault.ts'
import { openStore, startStore } from '../../../src/store/open-store.ts'
import { openClock } from '../../../src/time/open-clock.ts'
import { CrashPoints } from './crash-points.ts'
import { crashingPorts } from './crash-ports.ts'

/** What the parent may ask for: the next point to die at, or none. */
export type CrashCommand = { readonly crashAt: string | null }

const points = new CrashPoints(process.env['CRASH_LOG']!, process.env['CRASH_AT'])
const config = readConfig(process.env)
const logger = openLogger(config, 'trader')
const storeServer = await startStore(config, logger)
const clock = await openClock(config)
const processId = randomUUID()
const bus = openThreadBus(`strikewise-${processId}`, processId)
const leaveBus = bridgeProcesses(bus, join(config.dataDir, 'bus.sock'), processId)
const store = openStore(storeServer.url, logger)
const vault = new Vault(store.db, MasterKey.open(config))
const trader = startTrader({ config, clock, store, vault, bus, logger }, (ports) => crashingPorts(ports, points))

process.on('message', ({ crashAt }: CrashCommand) => {
  if (crashAt === null) points.disarm()
  else points.arm(crashAt)
})
process.on('SIGTERM', () => {
  void trader
    .close()
    .then(() => store.close())
    .then(() => {
      clock.close()
      leaveBus()
      bus.close()
      process.exit(0)
    })
})
console.log(JSON.stringify({ ready: true }))
