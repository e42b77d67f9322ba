import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ExecutorPair } from './executor-pair.ts'
import { StormWorld } from './storm-world.ts'

const IN_ORDER = { broken: [], differences: [], doubts: [] }
/** Each waits for a server to start. */
const TIMEOUT_MS = 600_000

let world: StormWorld
let pair: ExecutorPair

beforeAll(async () => {
  world = await StormWorld.start({ speed: 2, seed: 'executors', accounts: 4 })
  pair = await new ExecutorPair(world).start()
}, TIMEOUT_MS)
afterAll(() => world?.stop())

describe('two executors on one store', () => {
  it(
    'succeeds one that froze in the middle of its entries; woken, that one sends nothing more',
    { timeout: TIMEOUT_MS },
    async () => {
      const { byWoken, bySuccessor, report } = await pair.freeze(0)
      expect(byWoken).toEqual([])
      expect(bySuccessor).not.toEqual([])
      expect(report).toMatchObject(IN_ORDER)
    },
  )

  it('is deployed anew under live trades', { timeout: TIMEOUT_MS }, async () => {
    await world.nextRound()
    expect(await pair.deploy(1, 0)).toMatchObject(IN_ORDER)
  })
})
