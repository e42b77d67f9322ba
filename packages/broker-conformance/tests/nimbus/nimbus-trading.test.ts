import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, istInstant } from '@strikewise/domain/time/ist.ts'
import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import { Executor } from '@strikewise/execution/executor.ts'
import type { MonoMs, Ports } from '@strikewise/execution/ports.ts'
import { heldShards } from '@strikewise/execution/testing/held-shards.ts'
import { MemoryStore, memoryOutbox } from '@strikewise/execution/testing/memory-store.ts'
import { decisionAt, goodFacts } from '@strikewise/execution/testing/scenario.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NimbusBench } from './nimbus-bench.ts'
import { ACCOUNT } from './nimbus-server.ts'

const CALL_TIMEOUT_MS = 800

let bench: NimbusBench
let store: MemoryStore
let executor: Executor
let alarms: string[]
/** What the feed shows; the exchange may have moved already. */
let shown: { bid: Paise; ask: Paise }
beforeEach(async () => {
  bench = await NimbusBench.open(CALL_TIMEOUT_MS)
  const { server } = bench
  shown = server.price
  alarms = []
  store = new MemoryStore()
  const facts = goodFacts(server.now())
  const loginAt = istInstant(istDateAt(server.now()), 8, 30)
  store.addAccount(ACCOUNT, ACCOUNT, { ...facts, link: { ...facts.link, loginAt } })
  executor = new Executor(portsOf(bench), { ...DEFAULT_CONFIG, callTimeoutMs: CALL_TIMEOUT_MS })
  executor.start()
  executor.setAccounts([ACCOUNT])
  // The books and the cash are read before anything can be bought.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
})
afterEach(async () => {
  await executor.close()
  await bench.close()
})

function portsOf({ server, port }: NimbusBench): Ports {
  let ids = 0
  const now = () => server.now()
  return {
    clock: {
      now,
      mono: () => performance.now() as MonoMs,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      alarm(ms, ring) {
        const timer = setTimeout(ring, ms)
        return () => clearTimeout(timer)
      },
    },
    ids: { next: (kind) => `${kind[0]}${String((ids += 1)).padStart(16, '0')}` },
    broker: () => port,
    store,
    feed: {
      quote: () => ({ ...shown, last: shown.bid, askQuantity: 10_000, receivedAt: now() }),
      watch(_token, wake) {
        const timer = setInterval(wake, 100)
        return () => clearInterval(timer)
      },
    },
    lease: heldShards(() => ({ epoch: 1, held: () => true, lost: new Promise(() => {}), release: async () => {} })),
    outbox: memoryOutbox,
    offlineJournal: {
      append: () => Promise.reject(new Error('not used here')),
      read: async () => ({ batches: [], damagedLines: 0, epochs: [] }),
      clear: async () => undefined,
    },
    observer: {
      tradesChanged: () => undefined,
      count: () => undefined,
      alarm: (_account, ...about) => void alarms.push(JSON.stringify(about)),
    },
  }
}

/** A decision by the quote that the feed shows. */
function decide(): void {
  const at = bench.server.now()
  const { bid, ask } = shown
  const mid = ((bid + ask) / 2) as Paise
  const contract = bench.server.option
  const entry = { ...decisionAt(at).entry!, contract, bid, ask, mid, limit: ask, quotedAt: at }
  executor.decide(decisionAt(at, { entry }))
}

const tradeOf = () => store.tradesOf(ACCOUNT).at(-1)
const untilTrade = (state: string) =>
  bench.until(`a trade that is ${state}`, async () => (tradeOf()?.state === state ? tradeOf() : undefined))
const orders = () => bench.server.exchange.orders(ACCOUNT, bench.server.now())
const held = () =>
  bench.server.exchange.positions(ACCOUNT, bench.server.now()).net.reduce((sum, { quantity }) => sum + quantity, 0)
const stop = () =>
  bench.until('a stop that rests', async () => orders().find(({ status }) => status === 'TRIGGER PENDING'))

it('is traded by the execution core as it is: a DAY entry, one stop, the exit', async () => {
  decide()
  await untilTrade('open')
  const { quantity, transaction_type } = await stop()
  expect([transaction_type, quantity, held()]).toEqual(['SELL', bench.contract.lotSize, bench.contract.lotSize])
  const [entry] = orders()
  expect(entry).toMatchObject({ transaction_type: 'BUY', order_type: 'LIMIT', validity: 'DAY', status: 'COMPLETE' })
  expect(entry!.tag).toMatch(/^e/)

  const { trigger_price } = await stop()
  shown = bench.server.price = { bid: (trigger_price * 100 - 50) as Paise, ask: (trigger_price * 100) as Paise }
  const closed = await untilTrade('closed')
  expect(closed).toMatchObject({ exitReason: 'stop', traded: bench.contract.lotSize })
  expect(held()).toBe(0)
  expect(orders()).toHaveLength(2)
  expect(alarms).toEqual([])
})

it('settles a lost acceptance by the order id of the client, and never buys twice', async () => {
  bench.server.next = { kind: 'silence', carriedOut: true }
  decide()
  await untilTrade('open')
  await stop()
  expect(bench.server.arrived.filter(({ call }) => call === 'place')).toHaveLength(2)
  expect(held()).toBe(bench.contract.lotSize)
  expect(alarms).toEqual([])
})

it('cancels an entry that rests within seconds, and holds nothing', async () => {
  const { price } = bench.server
  // The exchange has moved; the feed shows it late.
  bench.server.price = { bid: (price.bid + 1_000) as Paise, ask: (price.ask + 1_000) as Paise }
  const before = performance.now()
  decide()
  await bench.until('the entry to be cancelled', async () => orders().find(({ status }) => status === 'CANCELLED'))
  expect(performance.now() - before).toBeLessThan(6_000)
  expect(held()).toBe(0)
  expect(orders().every(({ validity }) => validity === 'DAY')).toBe(true)
  expect(alarms).toEqual([])
})
