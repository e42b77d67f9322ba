import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ExecutorPair } from './executor-pair.ts'
import { ChaosStack } from './chaos-stack.ts'

const IN_ORDER = { broken: [], differences: [], doubts: [] }
/** Each waits for a server to start. */
const TIMEOUT_MS = 600_000

let stack: ChaosStack
let pair: ExecutorPair

beforeAll(async () => {
  stack = await ChaosStack.start({ speed: 2, seed: 'executors', accounts: 4 })
  pair = await new ExecutorPair(stack).start()
}, TIMEOUT_MS)
afterAll(() => stack?.stop())

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

  it('is deployed again under live trades', { timeout: TIMEOUT_MS }, async () => {
    await stack.nextRound()
    expect(await pair.deploy(1, 0)).toMatchObject(IN_ORDER)
  })
})
