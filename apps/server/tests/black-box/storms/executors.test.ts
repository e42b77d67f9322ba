import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Program } from '../../../../../scripts/program.ts'
import { until } from '../../trading-world.ts'
import type { HttpFaultProxy } from './http-fault-proxy.ts'
import { StormWorld } from './storm-world.ts'

/** A lease lasts ten seconds after its last renewal; starting a server on a slow machine takes longer still. */
const TAKE_OVER_MS = 60_000
const ROLLING_DEPLOYS = 3

interface Executor {
  readonly program: Program
  readonly broker: HttpFaultProxy
}

let world: StormWorld
let executors: Executor[]

beforeAll(async () => {
  world = await StormWorld.start({ speed: 2, seed: 'executors', accounts: 6 })
  executors = [await startExecutor(), await startExecutor()]
})
afterAll(() => world?.stop())

async function startExecutor(): Promise<Executor> {
  const broker = await world.newBrokerProxy()
  return { program: await world.startServer({ broker }), broker }
}

/** The one that holds the lease, and the other. */
async function roles(): Promise<{ leader: Executor; standby: Executor; epoch: number }> {
  return until('a leader', TAKE_OVER_MS, async () => {
    const lease = await world.leader()
    const leader = executors.find(({ program }) => program.pid === lease?.pid)
    const standby = executors.find((one) => one !== leader)
    return leader === undefined || standby === undefined ? undefined : { leader, standby, epoch: lease!.epoch }
  })
}

const takenOverFrom = (epoch: number) =>
  until('the other executor to take over', TAKE_OVER_MS, async () => {
    const lease = await world.leader()
    return lease !== undefined && lease.epoch > epoch ? lease : undefined
  })

describe('two executors on one store', () => {
  it('succeeds one that froze in the middle of its entries; woken, that one sends nothing more', async () => {
    const { leader, standby, epoch } = await roles()
    await world.holdSomething()
    await world.nextRound()
    await world.turnAgainst()
    await world.everythingOver()
    await world.nextRound()

    const sentBefore = leader.broker.orderCalls.length
    await world.buy()
    await until('the first order of the round', TAKE_OVER_MS, async () => leader.broker.orderCalls[sentBefore])
    process.kill(leader.program.pid, 'SIGSTOP')
    try {
      await takenOverFrom(epoch)
      await world.agreed(TAKE_OVER_MS)
      const sentByFrozen = leader.broker.orderCalls.length
      const sentBySuccessor = standby.broker.orderCalls.length
      process.kill(leader.program.pid, 'SIGCONT')
      await world.turnAgainst()
      expect(await world.everythingOver()).toMatchObject({ broken: [], differences: [], doubts: [] })
      expect(standby.broker.orderCalls.length).toBeGreaterThan(sentBySuccessor)
      expect(leader.broker.orderCalls.slice(sentByFrozen)).toEqual([])
    } finally {
      process.kill(leader.program.pid, 'SIGCONT')
    }
  })

  it('is deployed anew again and again under live trades', async () => {
    await world.nextRound()
    await world.holdSomething()
    for (let i = 0; i < ROLLING_DEPLOYS; i += 1) {
      const { leader, standby, epoch } = await roles()
      await world.buy()
      await leader.program.stop()
      await takenOverFrom(epoch)
      executors = [standby, await startExecutor()]
    }
    await world.agreed()
    await world.turnAgainst()
    expect(await world.everythingOver()).toMatchObject({ broken: [], differences: [], doubts: [] })
  })
})
