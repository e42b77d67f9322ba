// @invariant exit-isolation
import { describe, expect, it } from 'vitest'
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { DEFAULT_CONFIG } from '../config.ts'
import { Executor } from '../executor.ts'
import { shardOf } from '../lease/shard.ts'
import type { BrokerPort, FeedQuote, Lease, Ports, ShardListener } from '../ports.ts'
import { MemoryStore, memoryOutbox } from '../testing/memory-store.ts'
import { CALL, DAY, decisionAt, goodFacts, rs } from '../testing/scenario.ts'
import { ScriptedBroker } from '../testing/scripted-broker.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { epochsOf } from '../testing/epochs-of.ts'

const HUNG = 30
const WELL = 'well'
const HANGS = 'hangs'

/** Accounts that all hold the same option, each at a broker of its own that can be made to hang. */
class Crowd {
  readonly clock = new VirtualClock(istInstant(DAY, 10))
  readonly store = new MemoryStore()
  readonly brokers = new Map<string, ScriptedBroker>()
  readonly executor = new Executor(this.#ports(), DEFAULT_CONFIG)
  /** When a lease was given back. */
  readonly releases: EpochMs[] = []
  /** The lease passes on, and can be had again at once. */
  loseLease = () => {}
  readonly #hung = new Set<string>()
  readonly #wakes = new Set<() => void>()
  #quote: FeedQuote | undefined
  #ids = 0
  #epoch = 0
  #listener: ShardListener | undefined

  async enter(accounts: readonly string[]): Promise<void> {
    for (const account of accounts) {
      const facts = goodFacts(this.clock.now())
      const strategies = facts.strategies.map((strategy) => ({ ...strategy, trailing: false }))
      this.store.addAccount(account, account, { ...facts, strategies, userId: account })
      this.brokers.set(account, new ScriptedBroker(this.clock))
    }
    this.price(149.9, 150.1)
    this.executor.start()
    this.executor.setAccounts(accounts)
    await this.run(2)
    this.executor.decide(decisionAt(this.clock.now()))
    await this.run(5)
  }

  /** The broker answers again. */
  heal(account: string): void {
    this.#hung.delete(account)
  }

  /** The brokers of these accounts accept connections and answer nothing any more. */
  hang(accounts: readonly string[]): void {
    for (const account of accounts) this.#hung.add(account)
  }

  price(bid: number, ask: number): void {
    for (const broker of this.brokers.values()) broker.quote(rs(bid), rs(ask), rs(bid))
    this.#quote = { bid: rs(bid), ask: rs(ask), last: rs(bid), askQuantity: 10_000, receivedAt: this.clock.now() }
    for (const wake of this.#wakes) wake()
  }

  /** Two decisions in a row against the position. */
  turnSignal(): void {
    for (const ago of [1, 0])
      this.executor.decide(
        decisionAt((this.clock.now() - ago) as EpochMs, { action: 'none', entry: null, score: -0.9 }),
      )
  }

  /** Time passes, and the feed repeats its quote each second. */
  async run(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      await this.clock.advance(1_000)
      const { bid, ask } = this.#quote!
      this.price(bid / 100, ask / 100)
    }
    await this.clock.advance(0)
  }

  state(account: string): string | undefined {
    return this.store.tradesOf(account).at(-1)?.state
  }

  /** The shards of all accounts under the next epoch. */
  #take(): void {
    const { promise: lost, resolve } = Promise.withResolvers<void>()
    const epoch = (this.#epoch += 1)
    this.loseLease = () => {
      resolve()
      this.#take()
    }
    const lease: Lease = {
      epoch,
      held: () => this.#epoch === epoch,
      lost,
      release: async () => void this.releases.push(this.clock.now()),
    }
    this.#listener!.took(new Map([...this.brokers.keys()].map((account) => [shardOf(account), lease])))
  }

  #ports(): Ports {
    const { clock, store } = this
    const offlineJournal = new Map<string, never[]>()
    return {
      clock,
      ids: { next: (kind) => `${kind[0]}${String((this.#ids += 1)).padStart(6, '0')}` },
      broker: (account) => this.#brokerOf(account),
      store,
      feed: {
        quote: (token) => (token === CALL.token ? this.#quote : undefined),
        watch: (_token, wake) => {
          this.#wakes.add(wake)
          return () => this.#wakes.delete(wake)
        },
      },
      lease: {
        join: (listener) => {
          this.#listener = listener
          this.#take()
          return { leave: async () => undefined, recheck: () => undefined }
        },
      },
      outbox: memoryOutbox,
      offlineJournal: {
        append: async () => undefined,
        read: async (account) => ({
          batches: offlineJournal.get(account) ?? [],
          damagedLines: 0,
          epochs: epochsOf(offlineJournal.get(account) ?? []),
        }),
        clear: async () => undefined,
      },
      observer: { tradesChanged: () => undefined, count: () => undefined, alarm: () => undefined },
    }
  }

  #brokerOf(account: string): BrokerPort {
    const broker = this.brokers.get(account)!
    const { clock } = this
    const unless = async <T>(call: () => Promise<T>, silence: T): Promise<T> => {
      if (!this.#hung.has(account)) return call()
      await clock.sleep(DEFAULT_CONFIG.callTimeoutMs)
      return silence
    }
    const doubt = { type: 'in_doubt', why: 'no answer' } as const
    const unread = { ok: false, code: 'unavailable', text: 'no answer' } as const
    return {
      profile: broker.profile,
      place: (order, guard) => unless(() => broker.place(order, guard), doubt),
      modify: (id, terms, guard) => unless(() => broker.modify(id, terms, guard), doubt),
      cancel: (id, guard) => unless(() => broker.cancel(id, guard), doubt),
      orders: () => unless(() => broker.orders(), unread),
      history: (id) => unless(() => broker.history(id), unread),
      trades: () => unless(() => broker.trades(), unread),
      positions: () => unless(() => broker.positions(), unread),
      funds: () => unless(() => broker.funds(), unread),
      updates: (listener) => broker.updates(listener),
    }
  }
}

/** When the well account's exit reached its broker after the event, with others that hang or none. */
async function exitOf(hang: boolean, event: (crowd: Crowd) => void): Promise<number> {
  const others = Array.from({ length: HUNG }, (_, n) => `hung${String(n).padStart(2, '0')}`)
  const crowd = new Crowd()
  await crowd.enter([...others, WELL])
  for (const account of [...others, WELL]) expect(crowd.state(account)).toBe('open')
  if (hang) crowd.hang(others)
  // Long enough for every hung account to have calls out.
  await crowd.run(3)
  const broker = crowd.brokers.get(WELL)!
  const before = broker.calls.length
  const asked = crowd.clock.now()
  event(crowd)
  await crowd.run(2)
  const exit = broker.calls.slice(before).find((call) => call.kind === 'modify')
  expect(exit).toBeDefined()
  expect(crowd.state(WELL)).toBe('closed')
  if (hang) for (const account of others) expect(crowd.state(account)).not.toBe('closed')
  return exit!.at - asked
}

describe("an account's exit", () => {
  it.each<[string, (crowd: Crowd) => void]>([
    ['at its target', (crowd) => crowd.price(215, 215.2)],
    ['when the signal turns', (crowd) => crowd.turnSignal()],
  ])('%s leaves in the same moment whether or not the calls of others hang', async (_name, event) => {
    expect(await exitOf(true, event)).toBe(await exitOf(false, event))
  })

  it('leaves while the rows of others are held, and no commit ends', async () => {
    const others = Array.from({ length: HUNG }, (_, n) => `held${String(n).padStart(2, '0')}`)
    const crowd = new Crowd()
    await crowd.enter([...others, WELL])
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const holders = others.map((account) =>
      crowd.store.transaction(async (t) => {
        await t.lock(account, 1)
        await held
      }),
    )
    await crowd.run(1)
    crowd.price(215, 215.2)
    await crowd.run(2)
    expect(crowd.state(WELL)).toBe('closed')
    for (const account of others) expect(crowd.state(account)).toBe('open')
    letGo()
    await Promise.all(holders)
    await crowd.run(3)
    for (const account of others) expect(crowd.state(account)).toBe('closed')
  })
})

/** An account of two that waits for an answer that does not come: the user cancelled its stop, and the new one hangs. */
async function withOneHung(): Promise<Crowd> {
  const crowd = new Crowd()
  await crowd.enter([HANGS, WELL])
  crowd.hang([HANGS])
  const broker = crowd.brokers.get(HANGS)!
  broker.endOrder(broker.book().find((order) => order.side === 'SELL')!.orderId, null)
  await crowd.run(1)
  expect(crowd.store.intentsOf(HANGS).at(-1)).toMatchObject({ kind: 'protect', outcome: { state: 'sending' } })
  return crowd
}

describe('a call that hangs', () => {
  it('does not keep the others from their exits when the lease was lost and taken again', async () => {
    const crowd = await withOneHung()
    crowd.loseLease()
    await crowd.run(1)
    crowd.price(215, 215.2)
    await crowd.run(2)
    expect(crowd.state(WELL)).toBe('closed')
    expect(crowd.state(HANGS)).not.toBe('closed')
    crowd.heal(HANGS)
    await crowd.run(30)
    expect(crowd.state(HANGS)).toBe('closed')
    for (const account of [HANGS, WELL]) {
      const broker = crowd.brokers.get(account)!
      expect(broker.net()).toBe(0)
      expect(broker.liveSellUnits()).toBe(0)
      expect(crowd.store.tradesOf(account)).toHaveLength(1)
    }
  })

  it('keeps the lease of its shard for a second when it closes, and its end for two', async () => {
    const crowd = await withOneHung()
    const asked = crowd.clock.now()
    let isClosed = false
    const closing = crowd.executor.close().then(() => (isClosed = true))
    await crowd.run(3)
    // The shard of the account that does not hang is another's at once.
    expect(crowd.releases).toEqual([asked, asked + 1_000])
    expect(isClosed).toBe(true)
    expect(crowd.store.intentsOf(HANGS).at(-1)).toMatchObject({ kind: 'protect', outcome: { state: 'sending' } })
    await closing
  })

  it('and is answered within another second is taken in by the one that closes', async () => {
    const crowd = await withOneHung()
    await crowd.run(5.3)
    await Promise.all([crowd.executor.close(), crowd.run(2)])
    expect(crowd.store.intentsOf(HANGS).at(-1)).toMatchObject({ kind: 'protect', outcome: { state: 'in_doubt' } })
  })

  it('without an owner: one that closes gives the lease back at once', async () => {
    const crowd = new Crowd()
    await crowd.enter([WELL])
    const asked = crowd.clock.now()
    await Promise.all([crowd.executor.close(), crowd.run(0)])
    expect(crowd.releases).toEqual([asked])
  })
})
