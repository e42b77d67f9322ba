// The web role with users who have a trade open, while a recorded market goes on: what the pages of `push` are served by.
// `node page-server.ts <file with the store's address> <file with the market> <data folder> <pages> [more users]`; prints where
// it is, its users, and where the times of what it published can be read. Of the further users only the session is made.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { ScaledClock } from '../../src/time/scaled-clock.ts'
import { openThreadBus } from '../../src/bus/thread-bus.ts'
import { readConfig } from '../../src/config.ts'
import { startWeb } from '../../src/roles/web.ts'
import { MasterKey } from '../../src/secrets/master-key.ts'
import { Vault } from '../../src/secrets/vault.ts'
import { Secret } from '../../src/secret.ts'
import { openStore } from '../../src/store/open-store.ts'
import { newUser } from '../harness.ts'
import { writeTrade } from '../trade-rows.ts'
import { cloneUsers } from './clone-users.ts'
import { processFigure } from './process-figures.ts'
import { istDateAt, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { pino } from 'pino'

/** What the market role puts on the bus after one frame of the ticker. */
export interface MarketMoment {
  readonly at: EpochMs
  /** Snapshots by name, as JSON. */
  readonly snapshots: Readonly<Record<string, string>>
  /** An option near the money: bid, ask and last price, in paise. */
  readonly option: readonly [bid: number, ask: number, last: number]
}

/** What the loaded pages know of the server. */
export interface ServedPages {
  readonly url: string
  readonly eventsUrl: string
  readonly day: string
  readonly users: readonly { readonly uid: string; readonly cookie: string; readonly tradeId: string }[]
}

const STEP_MS = 500
/** Where the proxy in front would write the address of a page. */
const ADDRESS_HEADER = 'x-test-address'
const MAX_EVENTS = 5000
/** Trades that are written beside one another. */
const AT_A_TIME = 8

const [addressFile, marketFile, dataDir] = process.argv.slice(2)
const pages = Number(process.argv[5])
const crowd = Number(process.argv[6] ?? 0)
if (addressFile === undefined || marketFile === undefined || dataDir === undefined || !(pages > 0))
  throw new Error("give the files with the store's address and the market, a data folder and how many pages")

const market = JSON.parse(readFileSync(marketFile, 'utf8')) as MarketMoment[]
const day = istDateAt(market[0]!.at)
const startsAt = market[0]!.at
const startedAt = performance.now()
const now = (): EpochMs => Math.round(startsAt + performance.now() - startedAt) as EpochMs
const clock: ScaledClock = {
  now,
  speed: () => 1,
  running: () => true,
  sleep: async (ms) => delay(ms),
  at: () => () => {},
}
const logger = pino({ level: 'error' })
const store = openStore(new Secret(readFileSync(addressFile, 'utf8')), logger)
const config = readConfig({
  PORT: '0',
  STRIKEWISE_DATA: dataDir,
  SANDBOX_URL: 'http://127.0.0.1:9',
  OIDC_DISCOVERY_URL: 'off',
  TRUSTED_PROXY_HEADER: ADDRESS_HEADER,
})
const bus = openThreadBus('bench-push', 'bench-push')
const vault = new Vault(store.db, MasterKey.open(config))
const web = await startWeb({ config, clock, store, vault, bus, logger })

const users: ServedPages['users'][number][] = []
for (let page = 0; page < pages; page += 1) {
  const user = await newUser({ url: web.url, store, bus, clock }, 'elite')
  const tradeId = `push-${user.id}`
  await writeTrade(store.db, user.id, day, tradeId, 'open')
  users.push({ uid: user.id, cookie: user.cookie, tradeId })
}

const [first] = users
const cloned = await cloneUsers({ db: store.db, config, original: first!, count: crowd })
for (let from = 0; from < cloned.length; from += AT_A_TIME)
  await Promise.all(
    cloned.slice(from, from + AT_A_TIME).map(({ uid }) => writeTrade(store.db, uid, day, `push-${uid}`, 'open')),
  )
users.push(...cloned.map((user) => ({ ...user, tradeId: `push-${user.uid}` })))

/** When each answer of the indices, and each second of option prices, was put on the bus. */
const events: { what: string; at: number }[] = []
const note = (what: string) => {
  events.push({ what, at: performance.timeOrigin + performance.now() })
  if (events.length > MAX_EVENTS) events.shift()
}

let version = 0
const known = new Map<string, string>()
function publish(name: string, json: string): void {
  if (known.get(name) === json) return
  known.set(name, json)
  bus.publish(`snapshot.${name}`, { version: (version += 1), json })
}

/** A premium a minute since the opening: open, high, low and close of each. */
const prices = Array.from({ length: 4 * 90 }, (_, i) => 10_000 + ((i * 37) % 900))
let moment = 0
setInterval(() => {
  const { snapshots, option } = market[moment % market.length]!
  const [bid, ask, last] = option
  note(snapshots['indices'] ?? '')
  for (const [name, json] of Object.entries(snapshots)) publish(name, json)
  const lastPrice = last + (moment % 7) * 5
  note(`last ${lastPrice}`)
  bus.publish('quotes', Float64Array.of(1, bid, ask, lastPrice, now(), 0, 0, 75))
  prices[prices.length - 1] = lastPrice
  if (moment % 2 === 0)
    publish(
      'option.1',
      JSON.stringify({
        tradingsymbol: 'NIFTY26NOV25000CE',
        from: startsAt - 89 * MINUTE_MS,
        prices,
        pricing: { at: now(), spot: 24_500, forward: 24_510, volatility: 0.11, years: 0.01, rate: 0.06 },
      }),
    )
  moment += 1
}, STEP_MS)

/** What the load asks of this process, past the web role. */
const eventsServer = createServer(({ url }, response) => {
  // As executors publish it for each order.
  if (url === '/burst') for (const { uid } of users) bus.publish(`trades.${uid}`, null)
  response.end(JSON.stringify(processFigure(url) ?? events))
})
eventsServer.listen(0, '127.0.0.1', () => {
  const eventsUrl = `http://127.0.0.1:${(eventsServer.address() as AddressInfo).port}`
  const served: ServedPages = { url: web.url, eventsUrl, day, users }
  console.log(JSON.stringify({ ready: true, ...served }))
})
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
