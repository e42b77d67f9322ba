// The server program: reads the settings, makes sure the store is there, runs the roles. Only this file ends the process.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bridgeByNats } from './bus/nats-bridge.ts'
import { bridgeProcesses } from './bus/process-bridge.ts'
import { openThreadBus } from './bus/thread-bus.ts'
import { describeConfig, readConfig, type Config } from './config.ts'
import { ConfigError } from './configuration/config-error.ts'
import { judgeSettings } from './configuration/judge-settings.ts'
import { ROLES } from './environment.ts'
import { openLogger } from './logging/logger.ts'
import { privateFolder } from './private-folder.ts'
import { startRoleThread } from './roles/role-thread.ts'
import { startWeb } from './roles/web.ts'
import { MasterKey } from './secrets/master-key.ts'
import { Vault } from './secrets/vault.ts'
import { startProcessReports } from './service-state/process-reports.ts'
import { openStore, startStore } from './store/open-store.ts'
import { clockChannel, openClock } from './time/open-clock.ts'

/** Longer than any statement of a request takes; a request itself ends after 20 s. */
const WEB_STORE_SILENCE_MS = 15_000
/** How long a step of the start that is under way is waited for when the program is asked to end. */
const START_PATIENCE_MS = 10_000

const config = settings()
const logger = openLogger(config, 'main')
logger.info(describeConfig(config), 'settings')
for (const { level, setting, message } of judgeSettings(process.env).findings)
  logger.warn({ code: `config_${level}`, setting }, `${setting}: ${message}`)

const closers: (() => unknown)[] = []
let closing = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close(0))
// Started with a channel, it ends with the process that holds the other end, however that one ends.
if (process.channel !== undefined) process.on('disconnect', () => void close(0))
process.on('unhandledRejection', (error) => {
  logger.fatal({ err: error }, 'a broken promise of our own code')
  void close(1)
})
const starting = start()
try {
  await starting
} catch (error) {
  if (!closing) logger.fatal({ err: error }, 'the server could not start')
  await close(1)
}

async function start(): Promise<void> {
  const storeServer = await startStore(config, logger)
  closers.push(() => storeServer.close())
  if (closing) return
  const processId = randomUUID()
  const busName = `strikewise-${processId}`
  const clock = await openClock(config, { channel: clockChannel(busName), polls: true })
  closers.push(() => clock.close())
  if (closing) return
  const bus = openThreadBus(busName, processId)
  closers.push(() => bus.close())
  if (config.natsServers !== undefined) closers.push(await bridgeByNats(bus, config.natsServers, processId, logger))
  // Alone with all roles there is no other process.
  else if (config.roles.length < ROLES.length)
    closers.push(bridgeProcesses(bus, join(config.dataDir, 'bus.sock'), processId))

  for (const role of config.roles) {
    if (role === 'web') continue
    const thread = startRoleThread({ role, storeUrl: storeServer.url.reveal(), busName, processId }, logger)
    closers.push(() => thread.close())
  }
  let url: string | undefined
  if (config.roles.includes('web')) {
    const master = MasterKey.open(config)
    const store = openStore(storeServer.url, logger, {
      max: config.databasePool,
      silenceMs: WEB_STORE_SILENCE_MS,
      keys: master.ids,
    })
    closers.push(() => store.close())
    const vault = new Vault(store.db, master)
    const webLogger = openLogger(config, 'web')
    const web = await startWeb({ config, clock, store, vault, bus, logger: webLogger })
    closers.push(() => web.close())
    const reports = startProcessReports({ store, processId, role: 'web', logger: webLogger, figures: web.figures })
    closers.push(() => reports.close())
    url = web.url
  }
  console.log(JSON.stringify({ ready: true, url, roles: config.roles }))
}

/** Stops taking work, waits for what is under way, then ends: the newest part first, the store last. */
async function close(code: number): Promise<void> {
  if (closing) return
  closing = true
  // What is only starting has no closer yet: a store process must not be left behind.
  await Promise.race([starting.catch(() => {}), delay(START_PATIENCE_MS)])
  for (const closer of closers.toReversed()) {
    try {
      await closer()
    } catch (error) {
      logger.error({ err: error }, 'a part did not close in order')
    }
  }
  process.exit(code)
}

/** The environment, with `--roles` and `--port` of the command line on top. */
function settings(): Config {
  try {
    const { values } = parseArgs({ options: { roles: { type: 'string' }, port: { type: 'string' } } })
    if (values.roles !== undefined) process.env['ROLES'] = values.roles
    if (values.port !== undefined) process.env['PORT'] = values.port
    const read = readConfig(process.env)
    privateFolder(read.dataDir)
    return read
  } catch (error) {
    console.error(error instanceof ConfigError || error instanceof TypeError ? error.message : error)
    process.exit(2)
  }
}
