import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import { heldShards } from '@strikewise/execution/testing/held-shards.ts'
import { Executor } from '@strikewise/execution/executor.ts'
import type { BrokerPort, MonoMs, Ports } from '@strikewise/execution/ports.ts'
import type { OrderAck } from '@strikewise/execution/order/order-ack.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { KiteBroker } from '@strikewise/brokers/zerodha/kite-broker.ts'
import { postgresOutbox, postgresStore } from '@strikewise/postgres-store/postgres-store.ts'
import { pino } from 'pino'
import { brokerCredentials } from '../../../src/accounts/broker-credentials.ts'
import { readConfig } from '../../../src/config.ts'
import { startDecisionFeed } from '../../../src/execution/decision-feed.ts'
import { offlineJournalFiles } from '../../../src/execution/offline-journal-files.ts'
import { executionIds } from '../../../src/execution/ids.ts'
import { QuoteFeed } from '../../../src/execution/quote-feed.ts'
import type { OutsideReport } from '../external-audit.ts'
import { ChaosStack } from './chaos-stack.ts'

export interface LostRepliesOptions {
  /** How many order calls are carried out without an answer. */
  readonly replies: number
  readonly accounts: number
  readonly seed: string
  /** Notified now and then of how many replies have been lost so far. */
  readonly onProgress?: (lost: number) => void
}

export interface LostRepliesResult {
  readonly lost: number
  /** Order calls whose answer the core had to call in doubt. */
  readonly inDoubt: number
  readonly trades: number
  readonly seconds: number
  /** After everything was settled and closed. */
  readonly report: OutsideReport
}

/** Market seconds a real one. */
const SPEED = 2
/** What a call may take here: a lost reply costs this much instead of seven seconds. Real milliseconds. */
const CALL_TIMEOUT_MS = 400
/** Of real time: this machine may be slow, and what is tried here is not its speed. */
const CLAIM_MS = 4_000
const MAX_AT_ONCE = 1_000
const ROUND_MS = 2_000
/** An account is locked for the day after three losses in a row, which a rising market makes rare. */
const ROUNDS_A_DAY = 6
const HOURS_MS = 6 * 3_600_000

/**
 * Loses the reply of every order call (entry, stop, trail, exit) after the exchange has carried it out, over the wire, in
 * many accounts at once, until so many were lost; then ends all trades. The execution core, the broker's client and the
 * store are the real ones, with a shorter time-out and no cool-down.
 */
export async function loseReplies(options: LostRepliesOptions): Promise<LostRepliesResult> {
  const stack = await ChaosStack.start({ speed: SPEED, seed: options.seed, accounts: options.accounts })
  const started = performance.now()
  const trader = await startShortTrader(stack)
  try {
    // Prices that rise let stops trail, and spare accounts the lock after three losses.
    const rise = { kind: 'trend', direction: 'up', sigmasPer15Min: 4, durationMs: HOURS_MS }
    await stack.sandbox.post('/scenario', rise)
    await stack.floor.holdSomething()
    for (let left = options.replies; left > 0; left -= MAX_AT_ONCE)
      await stack.sandbox.post('/faults', { kind: 'timeout_after_accept', times: Math.min(left, MAX_AT_ONCE) })
    let left = options.replies
    for (let round = 1; left > 0; round += 1) {
      if (round % ROUNDS_A_DAY === 0) {
        await stack.floor.endTrades(ROUND_MS)
        await stack.nextDay()
        await trader.newLogins()
        await stack.sandbox.post('/scenario', rise)
      }
      await stack.floor.buy()
      await delay(ROUND_MS)
      await stack.floor.turnAgainst()
      await delay(ROUND_MS / 2)
      left = await unmet(stack)
      options.onProgress?.(options.replies - left)
    }
    await stack.floor.endTrades(ROUND_MS)
    const report = await stack.floor.auditor.readAgain(stack.accounts)
    return {
      lost: options.replies - left,
      inDoubt: trader.inDoubt(),
      trades: (await stack.floor.trades()).length,
      seconds: (performance.now() - started) / 1_000,
      report,
    }
  } finally {
    await trader.close()
    await stack.stop()
  }
}

/** How many calls still wait to lose their reply. */
async function unmet(stack: ChaosStack): Promise<number> {
  const { active } = await stack.sandbox.get<{ active: { remaining: number }[] }>('/faults')
  return active.reduce((sum, fault) => sum + fault.remaining, 0)
}

/** The trader role's own composition, but for the time-outs and cool-downs. */
async function startShortTrader(stack: ChaosStack) {
  const { clock, bus, db } = stack
  const brokers = openBrokers(stack)
  const refresh = async () => {
    await Promise.all([...brokers.values()].map((broker) => broker.refresh()))
  }
  await refresh()
  let inDoubt = 0
  const onInDoubt = () => {
    inDoubt += 1
  }
  const feed = new QuoteFeed(bus)
  const ports = portsOf(stack, feed, (account) => countingDoubts(brokers.get(account)!, onInDoubt))
  const executor = new Executor(ports, {
    ...DEFAULT_CONFIG,
    claimMs: CLAIM_MS * SPEED,
    callTimeoutMs: CALL_TIMEOUT_MS * SPEED,
    priceMaxAgeMs: DEFAULT_CONFIG.priceMaxAgeMs * SPEED,
    cooldownMs: 0,
    cooldownAfterStopMs: 0,
  })
  executor.start()
  executor.setAccounts([...brokers.keys()])
  const decisions = startDecisionFeed({ db, bus, clock, logger: pino({ level: 'silent' }) }, (decision) =>
    executor.decide(decision),
  )
  return {
    async newLogins() {
      await refresh()
      for (const account of brokers.keys()) executor.accountChanged(account)
    },
    inDoubt: () => inDoubt,
    async close() {
      await decisions.close()
      await executor.close()
      feed.close()
      await Promise.all([...brokers.values()].map((broker) => broker.close()))
    },
  }
}

/** The real client of every account, with a shorter time-out. */
function openBrokers(stack: ChaosStack): ReadonlyMap<string, KiteBroker> {
  const { clock, db } = stack
  const config = readConfig({ SANDBOX_URL: stack.sandbox.url })
  return new Map(
    stack.accounts.map(({ userId }) => [
      userId,
      new KiteBroker({
        urls: (mode) => config.brokers[mode],
        clock,
        algoId: undefined,
        credentials: () => brokerCredentials(db, stack.vault, userId),
        onError: () => undefined,
        callTimeoutMs: CALL_TIMEOUT_MS,
      }),
    ]),
  )
}

/** The broker, with `onInDoubt` called for each order call whose answer the core has to call in doubt. */
function countingDoubts(broker: KiteBroker, onInDoubt: () => void): BrokerPort {
  const count = async (answer: Promise<OrderAck>) => {
    if ((await answer).type === 'in_doubt') onInDoubt()
    return answer
  }
  return {
    profile: broker.profile,
    place: (order, guard) => count(broker.place(order, guard)),
    modify: (orderId, terms, guard) => count(broker.modify(orderId, terms, guard)),
    cancel: (orderId, guard) => count(broker.cancel(orderId, guard)),
    orders: () => broker.orders(),
    history: (orderId) => broker.history(orderId),
    trades: () => broker.trades(),
    positions: () => broker.positions(),
    funds: () => broker.funds(),
    updates: (listener) => broker.updates(listener),
  }
}

function portsOf(stack: ChaosStack, feed: QuoteFeed, broker: Ports['broker']): Ports {
  const { clock } = stack
  const never = Promise.withResolvers<void>()
  return {
    clock: {
      now: () => clock.now(),
      mono: () => clock.now() as number as MonoMs,
      sleep: (ms) => clock.sleep(ms),
      alarm: (ms, ring) => clock.at((clock.now() + ms) as EpochMs, ring),
    },
    ids: executionIds(clock),
    broker,
    store: postgresStore(stack.postgres.store.pool),
    feed,
    lease: heldShards(() => ({ epoch: 1, held: () => true, lost: never.promise, release: async () => undefined })),
    outbox: postgresOutbox,
    offlineJournal: offlineJournalFiles(stack.dataDir),
    observer: { tradesChanged: () => undefined, count: () => undefined, alarm: () => undefined },
  }
}
