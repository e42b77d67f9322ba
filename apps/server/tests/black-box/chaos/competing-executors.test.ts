import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ExecutorPair } from './executor-pair.ts'
import { ChaosStack } from './chaos-stack.ts'

const IN_ORDER = { broken: [], differences: [], doubts: [] }
/** Each waits for a server to start. */
const TIMEOUT_MS = 600_000
const TAKEN_OVER_MS = 10_000

let stack: ChaosStack
let pair: ExecutorPair

beforeAll(async () => {
  stack = await ChaosStack.start({ speed: 2, seed: 'executors', accounts: 4 })
  pair = await new ExecutorPair(stack).start()
}, TIMEOUT_MS)
afterAll(() => stack?.stop())

describe('two executors on one store', () => {
  it('share the accounts, each with shards of its own', async () => {
    const [one, other] = await pair.shards()
    expect(one! + other!).toBe(64)
    expect(Math.min(one!, other!)).toBeGreaterThan(10)
  })

  it(
    'succeeds one that froze in the middle of its entries; woken, that one sends nothing more of what it was about to',
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

  it('has the accounts of one that was killed taken over within ten seconds', { timeout: TIMEOUT_MS }, async () => {
    await stack.nextRound()
    const { ms, report } = await pair.kill()
    expect(ms).toBeLessThan(TAKEN_OVER_MS)
    expect(report).toMatchObject(IN_ORDER)
  })

  it('has the accounts of one that drains taken over within a lease', { timeout: TIMEOUT_MS }, async () => {
    // Three rounds that lost end an account's day.
    await stack.nextDay()
    const { ms, report } = await pair.drain()
    expect(ms).toBeLessThan(TAKEN_OVER_MS)
    expect(report).toMatchObject(IN_ORDER)
  })
})
