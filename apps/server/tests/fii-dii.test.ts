import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { newestFiiDiiRows } from '../src/fii-dii/fii-dii-rows.ts'
import { startFiiDiiWorker } from '../src/fii-dii/fii-dii-worker.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'

const day = istDate('2026-11-19')
const cash = {
  date: day,
  fii_net: -1000.5,
  dii_net: 800,
  cash_published_at: '2026-11-19T19:00:00+05:30',
  fii_idx_fut_long: null as number | null,
  fii_idx_fut_short: null as number | null,
  positions_published_at: null as string | null,
}

let postgres: TestPostgres
let bus: ThreadBus
let answer = { status: 200, body: JSON.stringify({ rows: [cash] }) }
const server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body))

beforeAll(async () => {
  postgres = await startTestPostgres()
  bus = openThreadBus('flows-test', 'flows-test')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.close()
  bus.close()
  await postgres.stop()
})

/** Looks at the feed, as it answers now, until the worker shows that it kept something or could not read. */
async function refresh(): Promise<void> {
  const { port } = server.address() as AddressInfo
  const flowsFeed = `http://127.0.0.1:${port}/fii-dii.json`
  const logged = Promise.withResolvers<void>()
  const logger = pino({}, { write: () => logged.resolve() })
  const off = bus.subscribe('flows', () => logged.resolve())
  const worker = startFiiDiiWorker({ config: { flowsFeed, sandbox: true }, db: postgres.store.db, bus, logger })
  await logged.promise
  await worker.close()
  off()
}

const stored = () => newestFiiDiiRows(postgres.store.db)

it('keeps the cash figures of an evening, then its positions, each once', async () => {
  await refresh()
  const first = {
    day,
    fiiNet: -1000.5,
    diiNet: 800,
    cashPublishedAt: istInstant(day, 19),
    futureLong: null,
    futureShort: null,
    positionsPublishedAt: null,
  }
  expect(await stored()).toEqual([first])

  answer = { status: 503, body: 'down' }
  await refresh()
  expect(await stored()).toEqual([first])

  const positions = {
    fii_idx_fut_long: 90_000,
    fii_idx_fut_short: 210_000,
    positions_published_at: '2026-11-19T20:00:00+05:30',
  }
  answer = { status: 200, body: JSON.stringify({ rows: [{ ...cash, ...positions }] }) }
  const whole = { ...first, futureLong: 90_000, futureShort: 210_000, positionsPublishedAt: istInstant(day, 20) }
  await refresh()
  expect(await stored()).toEqual([whole])

  // The feed publishes other figures for a day it has published already: the first remain.
  const next = { ...cash, date: '2026-11-20', cash_published_at: '2026-11-20T19:00:00+05:30' }
  answer = { status: 200, body: JSON.stringify({ rows: [{ ...cash, ...positions, fii_net: 5 }, next] }) }
  await refresh()
  expect((await stored()).map(({ day: of, fiiNet }) => [of, fiiNet])).toEqual([
    [day, -1000.5],
    ['2026-11-20', -1000.5],
  ])
})
