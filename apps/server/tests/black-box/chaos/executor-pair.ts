import { setTimeout as delay } from 'node:timers/promises'
import type { ManagedProcess } from '../../../../../scripts/child-process.ts'
import { until } from '../../trading-stack.ts'
import type { OutsideReport } from '../external-audit.ts'
import type { HttpFaultProxy } from './http-fault-proxy.ts'
import type { ChaosStack } from './chaos-stack.ts'

/** A lease lasts ten seconds after its last renewal; starting a server on a slow machine takes longer still. */
const TAKE_OVER_MS = 180_000
/** A statement now takes up to this much: most of the time some transaction is open. A claim has a dozen and a second. */
const SLOW_STORE_MS = 30

interface Executor {
  readonly program: ManagedProcess
  /** Its own way to the broker: what it sends can be distinguished from what the other sends. */
  readonly broker: HttpFaultProxy
}

/** What a frozen executor and its successor have sent since the freeze was over. */
export interface AfterFreeze {
  readonly byWoken: readonly string[]
  readonly bySuccessor: readonly string[]
  readonly report: OutsideReport
}

/** Two servers with the trader role on one store: one of them leads, the other waits for its lease. */
export class ExecutorPair {
  readonly #stack: ChaosStack
  #executors: Executor[] = []

  constructor(stack: ChaosStack) {
    this.#stack = stack
  }

  async start(): Promise<this> {
    this.#executors = [await this.#startOne(), await this.#startOne()]
    return this
  }

  /**
   * Stops the leader with SIGSTOP when the first order of a round has left it, for `ms` and until the other has taken
   * over and settled what it found; wakes it, then ends all trades. The store is slow at that moment, so that the leader
   * freezes with transactions open and rows locked.
   */
  async freeze(ms: number): Promise<AfterFreeze> {
    const stack = this.#stack
    const { leader, standby, epoch } = await this.#roles()
    // Some hold a position when it happens, the others are about to.
    await stack.floor.mayEnter(stack.accounts.filter((_, index) => index % 2 === 0))
    await stack.floor.holdSomething()
    await stack.floor.mayEnter(stack.accounts)
    const sent = leader.broker.orderCalls.length
    stack.faultProxies.database.faultConditions.chaosRun({ seed: epoch, chance: { delay: 1 }, delayMs: SLOW_STORE_MS })
    const hasLeft = () => leader.broker.orderCalls[sent]
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
    process.kill(leader.program.pid, 'SIGSTOP')
    stack.faultProxies.database.faultConditions.clear()
    try {
      await Promise.all([delay(ms), this.#takenOver(epoch)])
      await stack.floor.agreed()
      const [ofWoken, ofSuccessor] = [leader.broker.orderCalls.length, standby.broker.orderCalls.length]
      process.kill(leader.program.pid, 'SIGCONT')
      const report = await stack.floor.endTrades()
      return {
        byWoken: leader.broker.orderCalls.slice(ofWoken),
        bySuccessor: standby.broker.orderCalls.slice(ofSuccessor),
        report,
      }
    } finally {
      process.kill(leader.program.pid, 'SIGCONT')
    }
  }

  /** Replaces the leader by a new server, `times` times and not faster than every `ms`, under live trades. */
  async deploy(times: number, ms: number): Promise<OutsideReport> {
    const stack = this.#stack
    await stack.floor.holdSomething()
    for (let i = 0; i < times; i += 1) {
      const { leader, standby, epoch } = await this.#roles()
      await stack.floor.buy()
      await Promise.all([delay(ms), leader.program.stop().then(() => this.#takenOver(epoch))])
      this.#executors = [standby, await this.#startOne()]
    }
    await stack.floor.agreed()
    return stack.floor.endTrades()
  }

  async #startOne(): Promise<Executor> {
    const broker = await this.#stack.faultProxies.newBroker()
    return { program: await this.#stack.startServer({ broker }), broker }
  }

  #roles(): Promise<{ leader: Executor; standby: Executor; epoch: number }> {
    return until('a leader', TAKE_OVER_MS, async () => {
      const lease = await this.#stack.leader()
      const leader = this.#executors.find(({ program }) => program.pid === lease?.pid)
      const standby = this.#executors.find((one) => one !== leader)
      return leader === undefined || standby === undefined ? undefined : { leader, standby, epoch: lease!.epoch }
    })
  }

  #takenOver(epoch: number): Promise<true> {
    return until('the other executor to take over', TAKE_OVER_MS, async () => {
      const lease = await this.#stack.leader()
      return lease !== undefined && lease.epoch > epoch ? true : undefined
    })
  }
}
