import { setTimeout as delay } from 'node:timers/promises'
import type { ManagedProcess } from '../../../../../scripts/child-process.ts'
import { SHARDS, shardLeaseName, shardOf } from '@strikewise/execution/lease/shard.ts'
import { shardLeaders } from '../../../src/store/shard-leaders.ts'
import { until } from '../../trading-stack.ts'
import type { OutsideReport } from '../external-audit.ts'
import type { HttpFaultProxy } from './http-fault-proxy.ts'
import type { ChaosStack } from './chaos-stack.ts'

/** A lease lasts ten seconds after its last renewal; starting a server on a slow machine takes longer still. */
const TAKE_OVER_MS = 180_000
/** A statement now takes up to this much: most of the time some transaction is open. A claim has a dozen and a second. */
const SLOW_STORE_MS = 30
/** Within this a woken process has sent what it was about to, and not yet been handed a shard. */
const WOKEN_MS = 400

interface Executor {
  readonly program: ManagedProcess
  /** Its own way to the broker: what it sends can be distinguished from what the other sends. */
  readonly broker: HttpFaultProxy
}

/** What a frozen executor and its successor have sent. */
export interface AfterFreeze {
  /** Orders that left the woken one for accounts that it did not lead. */
  readonly byWoken: readonly string[]
  /** Orders of the successor between the freeze and the end of the trades. */
  readonly bySuccessor: readonly string[]
  readonly report: OutsideReport
}

/** What happened when an executor was killed or drained under open trades. */
export interface AfterLeaving {
  /** From its end until the other had every shard and had read the rows of each account, in real milliseconds. */
  readonly ms: number
  readonly report: OutsideReport
}

/** Two servers with the trader role on one store: they share the shards of the accounts. */
export class ExecutorPair {
  readonly #stack: ChaosStack
  #executors: Executor[] = []

  constructor(stack: ChaosStack) {
    this.#stack = stack
  }

  async start(): Promise<this> {
    this.#executors = [await this.#startOne(), await this.#startOne()]
    await this.shards()
    return this
  }

  /** How many shards each leads now; one whose renewal is late is led by none for a moment. */
  async #shards(): Promise<readonly number[]> {
    const leaders = [...(await shardLeaders(this.#stack.db)).values()]
    return this.#executors.map(({ program }) => leaders.filter((pid) => pid === program.pid).length)
  }

  /**
   * Stops one with SIGSTOP when the first order of a round has left it, for `ms` and until the other has every shard and
   * has settled what it found; wakes it, then ends all trades. The store is slow at that moment, so that it freezes with
   * transactions open and rows locked.
   */
  async freeze(ms: number): Promise<AfterFreeze> {
    const stack = this.#stack
    const [frozen, other] = await this.#byAccounts()
    const frozenShards = await this.#shardsOf(frozen)
    const [led, others] = [await this.#accountsOf(frozen), await this.#accountsOf(other)]
    // Some of each hold a position when it happens, the others are about to: one of the frozen executor's always is.
    const holding = [led, others].flatMap((accounts) => accounts.filter((_, index) => index % 2 === 0))
    await stack.floor.mayEnter(stack.accounts.filter(({ userId }) => holding.includes(userId)))
    await stack.floor.holdSomething()
    await stack.floor.mayEnter(stack.accounts)
    const [sent, sentByOther] = [frozen.broker.orderCalls.length, other.broker.orderCalls.length]
    const seed = frozenShards.length
    stack.faultProxies.database.faultConditions.chaosRun({ seed, chance: { delay: 1 }, delayMs: SLOW_STORE_MS })
    const hasLeft = () => frozen.broker.orderCalls[sent]
    await until('the first order of the round', TAKE_OVER_MS, async () => {
      const decision = await stack.floor.buy()
      // One decision at a time: a slow store that is flooded with them carries none out in time.
      await until(`the fate of ${decision}`, TAKE_OVER_MS, async () => {
        const fates = await stack.floor.callFaultsOf(decision)
        const isDecided = fates.size === stack.accounts.length && ![...fates.values()].includes('entering')
        return isDecided ? true : hasLeft()
      })
      return hasLeft()
    })
    process.kill(frozen.program.pid, 'SIGSTOP')
    stack.faultProxies.database.faultConditions.clear()
    try {
      await Promise.all([delay(ms), this.#hasAll(other)])
      await stack.floor.agreed()
      await this.#untilSends(other, sentByOther)
      const woken = frozen.broker.orderCalls.length
      process.kill(frozen.program.pid, 'SIGCONT')
      // What it was about to send leaves at once, if ever. Shards are handed back to it only after that.
      await delay(WOKEN_MS)
      const byWoken = (await this.#shardsOf(frozen)).length > 0 ? [] : frozen.broker.orderCalls.slice(woken)
      const report = await stack.floor.endTrades()
      return { byWoken, bySuccessor: other.broker.orderCalls.slice(sentByOther), report }
    } finally {
      process.kill(frozen.program.pid, 'SIGCONT')
      await this.shards()
    }
  }

  /** Replaces one by a new server, `times` times and not faster than every `ms`, under live trades. */
  async deploy(times: number, ms: number): Promise<OutsideReport> {
    const stack = this.#stack
    await stack.floor.holdSomething()
    for (let i = 0; i < times; i += 1) {
      const [first, second] = this.#executors as [Executor, Executor]
      await stack.floor.buy()
      await Promise.all([delay(ms), first.program.stop().then(() => this.#hasAll(second))])
      this.#executors = [second, await this.#startOne()]
      await this.shards()
    }
    await stack.floor.agreed()
    return stack.floor.endTrades()
  }

  /** One is killed while each has accounts with open trades; the other ends all of them, and another takes its place. */
  kill(): Promise<AfterLeaving> {
    return this.#leave(({ program }) => {
      process.kill(program.pid, 'SIGKILL')
    })
  }

  /** One is asked to end while each has accounts with open trades. */
  drain(): Promise<AfterLeaving> {
    return this.#leave(({ program }) => void program.stop())
  }

  async #leave(end: (executor: Executor) => void): Promise<AfterLeaving> {
    const stack = this.#stack
    await this.shards()
    const [first, second] = await this.#byAccounts()
    await stack.floor.mayEnter(stack.accounts)
    await stack.floor.holdSomething()
    const epochs = await this.#epochs()
    const led = await this.#accountsOf(first)
    const endedAt = performance.now()
    end(first)
    await this.#hasAll(second)
    await until('the rows of every account to be read', TAKE_OVER_MS, async () => {
      const now = await this.#epochs()
      return led.every((account) => now.get(account)! > (epochs.get(account) ?? 0)) ? true : undefined
    })
    const ms = performance.now() - endedAt
    await stack.floor.agreed()
    const report = await stack.floor.endTrades()
    this.#executors = [second, await this.#startOne()]
    await this.shards()
    return { ms, report }
  }

  /**
   * Waits until an executor has sent more than `before` calls. One that succeeds another may find every order placed and
   * under its stop: then trades are turned against, and entered again, until something is left to send.
   */
  async #untilSends({ broker }: Executor, before: number): Promise<void> {
    const { floor } = this.#stack
    await until('an order of the successor', TAKE_OVER_MS, async () => {
      if (broker.orderCalls.length > before) return true
      await floor.endTrades()
      await floor.buy()
      return undefined
    })
  }

  async #startOne(): Promise<Executor> {
    const broker = await this.#stack.faultProxies.newBroker()
    return { program: await this.#stack.startServer({ broker }), broker }
  }

  /** How many shards each leads, once the two have all of them between them. */
  shards(): Promise<readonly number[]> {
    return until('both executors to lead their shards', TAKE_OVER_MS, async () => {
      const counts = await this.#shards()
      const all = counts.reduce((sum, count) => sum + count, 0)
      return all === SHARDS && counts.every((count) => count > 0) ? counts : undefined
    })
  }

  #hasAll(executor: Executor): Promise<true> {
    return until('one executor to have every shard', TAKE_OVER_MS, async () =>
      (await this.#shardsOf(executor)).length === SHARDS ? true : undefined,
    )
  }

  async #shardsOf({ program }: Executor): Promise<readonly string[]> {
    return [...(await shardLeaders(this.#stack.db))].filter(([, pid]) => pid === program.pid).map(([name]) => name)
  }

  /** The two, first the one with more accounts: a few accounts may all be of one. */
  async #byAccounts(): Promise<[Executor, Executor]> {
    const [one, other] = this.#executors as [Executor, Executor]
    const isFirst = (await this.#accountsOf(one)).length >= (await this.#accountsOf(other)).length
    return isFirst ? [one, other] : [other, one]
  }

  async #accountsOf(executor: Executor): Promise<readonly string[]> {
    const shards = await this.#shardsOf(executor)
    const accounts = this.#stack.accounts.map(({ userId }) => userId)
    return accounts.filter((account) => shards.includes(shardLeaseName(shardOf(account))))
  }

  async #epochs(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#stack.db.selectFrom('execution_accounts').select(['account_id', 'epoch']).execute()
    return new Map(rows.map(({ account_id, epoch }) => [account_id, epoch]))
  }
}
