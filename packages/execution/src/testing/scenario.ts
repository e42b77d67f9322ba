import { alarmLine } from './alarm-line.ts'
import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { NO_ACCOUNT_LIMITS } from '@strikewise/domain/trading/account-limits.ts'
import { istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { DEFAULT_CONFIG, type SharedConfig } from '../config.ts'
import { Executor } from '../executor.ts'
import type { AccountFacts } from '../account-facts.ts'
import type { Batch } from '../store/account-changes.ts'
import type { BrokerPort, FeedPort, FeedQuote, Lease, Ports } from '../ports.ts'
import { MemoryStore, memoryOutbox } from './memory-store.ts'
import { ScriptedBroker } from './scripted-broker.ts'
import { VirtualClock } from './virtual-clock.ts'
import { shardOf } from '../lease/shard.ts'
import { heldShards } from './held-shards.ts'
import { epochsOf } from './epochs-of.ts'
import type { EntryTicket } from '../pre-trade/entry-ticket.ts'
import type { TradeInstruction } from '../trade/trade-instruction.ts'

export const ACCOUNT = 'u1'
export const DAY = istDate('2026-11-25')
export const rs = (rupees: number): Paise => Math.round(rupees * 100) as Paise

export const CALL: OptionContract = {
  token: 10498306,
  tradingsymbol: 'NIFTY26D0124000CE',
  symbol: 'NIFTY',
  expiry: istDate('2026-12-01'),
  strike: 24_000,
  side: 'CE',
  tickSize: 5 as Paise,
  lotSize: 65,
}

/** An elite user in good order: one lot of NIFTY, trailing, ₹10 of slack. */
export function goodFacts(now: EpochMs): AccountFacts {
  return {
    userId: ACCOUNT,
    plan: 'elite',
    planExpiresAt: (now + 86_400_000) as EpochMs,
    consentGiven: true,
    strategies: [
      { symbol: 'NIFTY', lots: 1, autoExecute: true, approvalSeconds: null, trailing: true, slBuffer: rs(10) },
    ],
    risk: {
      capital: rs(500_000),
      dailyLossCapPct: 3,
      maxEntriesPerSymbol: 3,
      maxPositionsPerSymbol: 1,
      account: NO_ACCOUNT_LIMITS,
    },
    coverManualShorts: false,
    entryHours: null,
    link: { mode: 'paper', connected: true, loginAt: istInstant(DAY, 8, 30), egressAddress: null },
    registeredLogic: [{ configHash: 'test', identifier: 'ALGO-TEST' }],
    killSwitch: { user: false, global: false },
  }
}

/** A decision to buy the call, made now at a mid of ₹150. */
export function decisionAt(barEnd: EpochMs, change: Partial<Decision> = {}): Decision {
  return {
    id: `d${barEnd}`,
    symbol: 'NIFTY',
    barEnd,
    action: 'buy_call',
    direction: 'up',
    score: 0.5,
    coverage: 1,
    threshold: 0.4,
    spike: 0,
    contributions: [],
    noTrade: [],
    entry: {
      contract: CALL,
      delta: 0.55,
      bid: rs(149.9),
      ask: rs(150.1),
      mid: rs(150),
      limit: rs(150.2),
      stopDistance: rs(30),
      quotedAt: barEnd,
    },
    spot: rs(24_000),
    atr5: rs(20),
    flips: [],
    version: 'test',
    configHash: 'test',
    ...change,
  }
}

/** One executor's life, from its start to its kill. */
interface Generation {
  readonly alive: () => boolean
  /** Passes a crash point; true once the generation is dead. */
  readonly dies: () => boolean
  /** Work with a crash point before and after it. After a kill nothing of the old generation goes on. */
  readonly living: <T>(work: () => Promise<T>) => Promise<T>
}

class ScenarioFeed implements FeedPort {
  readonly #quotes = new Map<number, FeedQuote>()
  readonly #wakes = new Map<number, Set<() => void>>()

  set(token: number, quote: FeedQuote): void {
    this.#quotes.set(token, quote)
    for (const wake of this.#wakes.get(token) ?? []) wake()
  }

  quote(token: number): FeedQuote | undefined {
    return this.#quotes.get(token)
  }

  watch(token: number, wake: () => void): () => void {
    const wakes = this.#wakes.get(token) ?? new Set()
    this.#wakes.set(token, wakes.add(wake))
    return () => wakes.delete(wake)
  }
}

/** One account, one contract, one broker on a virtual clock that starts at 10:00 on a trading day. */
export class Scenario {
  readonly clock = new VirtualClock(istInstant(DAY, 10))
  readonly store = new MemoryStore()
  readonly broker = new ScriptedBroker(this.clock)
  readonly feed = new ScenarioFeed()
  /** As `alarmLine` writes them. */
  readonly alarms: string[] = []
  readonly counts = new Map<string, number>()
  readonly offlineJournal: Batch[] = []
  /** Nothing can be written to the local file. */
  offlineJournalFails = false
  /** So many times the feed throws when it is asked, as a fault of ours in a turn would. */
  failTurns = 0
  /** How long each transaction of the store takes, in ms. */
  storeTakesMs = 0
  /** Whether a change of a kill switch would be reported. */
  isListening = true
  /** How long the ids of rows are: a tag with the form of ours is made from one of 17. */
  idLength = 7
  /** Units the feed shows at the five best asks. */
  askQuantity = 10_000
  readonly config: SharedConfig
  /** How often a port to the broker was taken. */
  brokerPortsTaken = 0
  /** Crash points passed so far: one before and one after the effect of every port call. */
  crashPoints = 0
  /** The points at which the running generation dies; a new one starts a second later. */
  crashAt: readonly number[] = []
  #ids = 0
  #epoch = 0
  #executor: Executor | undefined
  #price: { bid: number; ask: number; last: number } | undefined

  constructor(config: Partial<SharedConfig> = {}) {
    this.config = { ...DEFAULT_CONFIG, ...config }
    this.store.addAccount(ACCOUNT, ACCOUNT, goodFacts(this.clock.now()))
    this.price(149.9, 150.1)
  }

  /** Starts an executor under the next epoch and gives it time to read the books. */
  async start(): Promise<this> {
    this.#launch()
    await this.run(1_000)
    return this
  }

  #launch(): void {
    this.broker.forgetTime()
    const executor = new Executor(this.#ports(), this.config)
    this.#executor = executor
    executor.start()
    executor.setAccounts([ACCOUNT])
  }

  /** Drops the running generation as a kill would: its promises are never settled, the rows stay. */
  kill(): void {
    this.#epoch += 1
    this.#executor = undefined
  }

  get executor(): Executor {
    if (this.#executor === undefined) throw new Error('the scenario has no executor: call start()')
    return this.#executor
  }

  /** A decision reaches the running processes; in the second after a kill there is none. */
  decide(change: Partial<Decision> = {}): Decision {
    const decision = decisionAt(this.clock.now(), change)
    this.#executor?.decide(decision)
    return decision
  }

  /** Writes what its user asks for the newest trade, and notifies the running executor. */
  ask(
    what: { kind: 'exit' } | { kind: 'reduce'; units: number } | { kind: 'stop' | 'target'; price: Paise },
    channel: 'web' | 'operator' = 'web',
  ): void {
    const given = { id: `n${(this.#ids += 1)}`, tradeId: this.trade.id, at: this.clock.now(), channel }
    this.store.instruct(ACCOUNT, { ...given, ...what } satisfies TradeInstruction)
    this.#executor?.accountChanged(ACCOUNT)
  }

  /** Writes an entry that its user asks for, and notifies the running executor. */
  sendTicket(ticket: EntryTicket): EntryTicket {
    this.store.ask(ACCOUNT, ticket)
    this.#executor?.accountChanged(ACCOUNT)
    return ticket
  }

  /** Changes what the product knows of the account. */
  facts(change: (facts: AccountFacts) => AccountFacts): void {
    this.store.factsOf.set(ACCOUNT, change(this.store.factsOf.get(ACCOUNT)!))
  }

  /** A new quote in rupees, seen by exchange and feed. */
  price(bid: number, ask: number, last = bid): void {
    this.#price = { bid: rs(bid), ask: rs(ask), last: rs(last) }
    this.broker.quote(rs(bid), rs(ask), rs(last))
    this.#tick()
  }

  /** A quote in rupees that the feed shows and the exchange does not have. */
  feedOnly(bid: number, ask: number): void {
    this.#price = { bid: rs(bid), ask: rs(ask), last: rs(bid) }
    this.#tick()
  }

  /** Time passes; the feed repeats the quote each second, as a live market does. */
  async run(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      await this.clock.advance(Math.min(1_000, left))
      this.#tick()
    }
    await this.clock.advance(0)
  }

  get trade() {
    const trade = this.store.tradesOf(ACCOUNT).at(-1)
    if (trade === undefined) throw new Error('no trade was opened')
    return trade
  }

  /** Sell orders that work at the broker. */
  get sells() {
    return this.broker
      .book()
      .filter((order) => order.side === 'SELL' && !['complete', 'cancelled', 'rejected'].includes(order.phase))
  }

  placed(side: OrderSide) {
    return this.broker.calls.filter((call) => call.kind === 'place' && call.side === side)
  }

  #passCrashPoint(): void {
    this.crashPoints += 1
    if (!this.crashAt.includes(this.crashPoints)) return
    this.kill()
    this.clock.at((this.clock.now() + 1_000) as EpochMs, () => this.#launch())
  }

  #tick(): void {
    if (this.#price === undefined) return
    const { bid, ask, last } = this.#price
    const { askQuantity } = this
    this.feed.set(CALL.token, {
      bid: bid as Paise,
      ask: ask as Paise,
      last: last as Paise,
      askQuantity,
      receivedAt: this.clock.now(),
    })
  }

  /** The generation under the present epoch, as its port calls see it. */
  #generation(): Generation {
    const mine = this.#epoch
    const alive = () => this.#epoch === mine
    const never = () => new Promise<never>(() => undefined)
    const dies = () => {
      if (alive()) this.#passCrashPoint()
      return !alive()
    }
    const living = async <T>(work: () => Promise<T>): Promise<T> => {
      if (dies()) return never()
      const value = await work()
      return dies() ? never() : value
    }
    return { alive, dies, living }
  }

  #ports(): Ports {
    const mine = this.#epoch
    const generation = this.#generation()
    const { alive, living } = generation
    const { clock, store, feed } = this
    return {
      clock: this.#clockPort(generation),
      isListening: () => this.isListening,
      ids: { next: (kind) => `${kind[0]}${String((this.#ids += 1)).padStart(this.idLength - 1, '0')}` },
      broker: () => {
        this.brokerPortsTaken += 1
        return this.#brokerPort(generation)
      },
      store: {
        transaction: (work) =>
          living(async () => {
            if (this.storeTakesMs > 0) await clock.sleep(this.storeTakesMs)
            return store.transaction(work)
          }),
      },
      feed: {
        quote: (token) => {
          if (this.failTurns > 0) {
            this.failTurns -= 1
            throw new Error('a fault of ours')
          }
          return feed.quote(token)
        },
        watch: (token, wake) => feed.watch(token, () => alive() && wake()),
      },
      lease: heldShards(() => living(async () => this.#lease(mine + 1)), [shardOf(ACCOUNT)]),
      outbox: memoryOutbox,
      offlineJournal: this.#offlineJournalPort(generation),
      observer: {
        tradesChanged: () => undefined,
        count: (name) => void this.counts.set(name, (this.counts.get(name) ?? 0) + 1),
        alarm: (_account, alarm) => void this.alarms.push(alarmLine(alarm)),
      },
    }
  }

  #clockPort({ dies, living }: Generation): Ports['clock'] {
    const { clock } = this
    return {
      now: () => clock.now(),
      mono: () => clock.mono(),
      sleep: (ms) => living(() => clock.sleep(ms)),
      alarm(ms, ring) {
        if (dies()) return () => undefined
        return clock.alarm(ms, () => {
          if (!dies()) ring()
        })
      },
    }
  }

  #brokerPort({ alive, living }: Generation): BrokerPort {
    const { broker } = this
    return {
      profile: broker.profile,
      place: (order, guard) => living(() => broker.place(order, () => alive() && guard())),
      modify: (orderId, terms, guard) => living(() => broker.modify(orderId, terms, () => alive() && guard())),
      cancel: (orderId, guard) => living(() => broker.cancel(orderId, () => alive() && guard())),
      orders: () => living(() => broker.orders()),
      history: (orderId) => living(() => broker.history(orderId)),
      trades: () => living(() => broker.trades()),
      positions: () => living(() => broker.positions()),
      funds: () => living(() => broker.funds()),
      brokerTime: () => broker.brokerTime(),
      updates: (listener) => broker.updates((update) => alive() && listener(update)),
    }
  }

  #offlineJournalPort({ living }: Generation): Ports['offlineJournal'] {
    const { offlineJournal } = this
    return {
      append: (_account, batch) =>
        living(async () => {
          if (this.offlineJournalFails) throw new Error('the disk is full')
          offlineJournal.push(batch)
        }),
      read: () =>
        living(async () => ({ batches: [...offlineJournal], damagedLines: 0, epochs: epochsOf(offlineJournal) })),
      clear: (_account, epoch) =>
        living(
          async () =>
            void offlineJournal.splice(
              0,
              offlineJournal.length,
              ...offlineJournal.filter((batch) => batch.epoch !== epoch),
            ),
        ),
    }
  }

  #lease(epoch: number): Lease {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { epoch, held: () => this.#epoch === epoch - 1, lost: promise, release: async () => resolve() }
  }
}
