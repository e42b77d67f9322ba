// Restores a backup to an instant beside the running service and compares every account:
// npm run restore-drill -- --at <instant> --backup <folder> --wal <folder>
// Ends with 0 without a difference, 1 with one, 2 when it could not be made, 3 when the broker's books of an account could
// not be read.
import { parseArgs } from 'node:util'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { Kysely } from 'kysely'
import { brokerCredentials } from '../accounts/broker-credentials.ts'
import { readConfig, type Config } from '../config.ts'
import { openLogger, type Logger } from '../logging/logger.ts'
import { Secret } from '../secret.ts'
import { MasterKey } from '../secrets/master-key.ts'
import { Vault } from '../secrets/vault.ts'
import type { Database } from '../store/database.ts'
import { migrate } from '../store/migrate.ts'
import { openStore } from '../store/open-store.ts'
import { SUPERUSER } from '../store/postgres/cluster.ts'
import type { FollowedClock } from '../time/sandbox-clock.ts'
import { openClock } from '../time/open-clock.ts'
import { DrillRefused } from './copy-backup.ts'
import { compareAccounts, type DrillBroker } from './drill.ts'
import { exitCodeOf, reportLines } from './report-lines.ts'
import { restoreCluster, type RestoredCluster } from './restored-cluster.ts'

const USAGE = `Usage: npm run restore-drill -- --at <instant with offset> --backup <folder> (--wal <folder> | --restore-command <command>)
         [--bin <folder of PostgreSQL's programs>] [--work <folder>] [--keep]
       npm run restore-drill -- --at <instant with offset> --restored    (the store at RESTORED_DATABASE_URL)`
const OPTIONS = {
  at: { type: 'string' },
  backup: { type: 'string' },
  wal: { type: 'string' },
  'restore-command': { type: 'string' },
  bin: { type: 'string' },
  work: { type: 'string' },
  keep: { type: 'boolean', default: false },
  restored: { type: 'boolean', default: false },
} as const
const DATABASE = 'strikewise'
const CONNECTIONS = 6

let cluster: RestoredCluster | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void (cluster?.remove() ?? Promise.resolve()).finally(() => process.exit(2)))

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  return 2
})

async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS })
  const at = instantOf(values.at)
  const config = readConfig(process.env)
  const logger = openLogger(config, 'restore-drill')
  const url = values.restored ? givenStore() : await restore(values, at, config)
  const store = openStore(url, logger, { max: CONNECTIONS })
  try {
    // What was restored may be of an older release: a service that goes on from it would bring it up to date as well.
    if (!values.restored) await migrate(store.db)
    return await compare(store.db, at, config, logger)
  } finally {
    await store.close()
    if (values.keep && cluster !== undefined)
      console.log(`The restored store runs on in ${cluster.dir}: ${cluster.connect}`)
    else await cluster?.remove()
  }
}

function instantOf(text: string | undefined): Date {
  const at = /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text ?? '') ? new Date(text!) : undefined
  if (at === undefined || Number.isNaN(at.getTime())) throw new DrillRefused(USAGE)
  if (at.getTime() > Date.now()) throw new DrillRefused(`${text} has not come yet.`)
  return at
}

function givenStore(): Secret {
  const url = process.env['RESTORED_DATABASE_URL']
  if (url === undefined || url === '') throw new DrillRefused('Set RESTORED_DATABASE_URL to the restored store.')
  return new Secret(url)
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

async function restore(values: Values, at: Date, config: Config): Promise<Secret> {
  const { backup, wal, 'restore-command': command, work, bin } = values
  if (backup === undefined || (wal === undefined) === (command === undefined)) throw new DrillRefused(USAGE)
  const running = config.databaseUrl === undefined ? undefined : new URL(config.databaseUrl.reveal())
  const named = (text: string | undefined) => (text === undefined || text === '' ? undefined : decodeURIComponent(text))
  cluster = await restoreCluster({
    backup,
    archive: wal === undefined ? { command: command! } : { folder: wal },
    at,
    user: named(running?.username) ?? SUPERUSER,
    database: named(running?.pathname.slice(1)) ?? DATABASE,
    ...(work === undefined ? {} : { workDir: work }),
    ...(bin === undefined ? {} : { bin }),
  })
  console.log(`Restored to ${at.toISOString()}; the last transaction is of ${cluster.lastTransaction ?? 'the backup'}.`)
  return cluster.url
}

async function compare(restored: Kysely<Database>, at: Date, config: Config, logger: Logger): Promise<number> {
  const clock = await openClock(config)
  const running =
    config.databaseUrl === undefined ? undefined : openStore(config.databaseUrl, logger, { max: CONNECTIONS })
  if (running === undefined) console.log('Without DATABASE_URL the journal of the running service is not compared.')
  try {
    const vault = new Vault(running?.db ?? restored, MasterKey.open(config))
    const reports = await compareAccounts({
      restored,
      running: running?.db,
      at: marketTimeAt(clock, at),
      now: () => clock.now(),
      calendar: nseCalendar,
      openBroker: (account) => openBroker(account, { config, clock, logger, vault, db: running?.db ?? restored }),
    })
    console.log(reportLines(reports).join('\n'))
    return exitCodeOf(reports)
  } finally {
    clock.close()
    await running?.close()
  }
}

/** What the market's clock showed at a real instant: on a sandbox as far as its speed was the present one since. */
function marketTimeAt(clock: FollowedClock, at: Date): EpochMs {
  return Math.round(clock.now() - (Date.now() - at.getTime()) * clock.speed()) as EpochMs
}

interface BrokerParts {
  readonly config: Config
  readonly clock: FollowedClock
  readonly logger: Logger
  readonly vault: Vault
  readonly db: Kysely<Database>
}

/** The account's broker with the login of the running service; undefined while it has none that is in force. */
async function openBroker(account: string, parts: BrokerParts): Promise<DrillBroker | undefined> {
  const { config, clock, logger, vault, db } = parts
  const credentials = await brokerCredentials(db, vault, account)
  if (credentials === undefined || credentials.tokenExpiresAt <= clock.now()) return undefined
  const broker = BROKER.openAccount({
    urls: (mode) => config.brokers[mode],
    clock,
    algoId: undefined,
    credentials: async () => credentials,
    onError: (what, error) => logger.warn({ account, err: error }, what),
  })
  await broker.refresh()
  return broker
}
