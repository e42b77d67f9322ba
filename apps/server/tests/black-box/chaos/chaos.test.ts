import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHAOS_RUNS, faultConditions } from './chaos-run.ts'
import { ChaosStack } from './chaos-stack.ts'

/** Long enough for each entry to be tried, short enough for three storms. Real milliseconds. */
const PAUSE_MS = 700
const TIMEOUT_MS = 600_000

let stack: ChaosStack

beforeAll(async () => {
  stack = await ChaosStack.start({ speed: 2, seed: 'storms', accounts: 6 })
  await stack.startServer()
})
afterAll(() => stack?.stop())

describe('the server through storms', () => {
  it.each(CHAOS_RUNS)(
    'comes out of a $name with nothing lost, nothing doubled and all positions closed',
    { timeout: TIMEOUT_MS },
    async (chaosRun) => {
      await stack.nextRound()
      const before = (await stack.floor.trades()).length
      const report = await faultConditions(stack, chaosRun, 1, PAUSE_MS)
      expect(report).toMatchObject({ broken: [], differences: [], doubts: [] })
      expect((await stack.floor.trades()).slice(before).some((trade) => trade.state === 'closed')).toBe(true)
      const { requests, frames, database, mail } = stack.faultProxies.struck
      if (chaosRun.requests !== undefined) expect(requests).toMatchObject({ drop_reply: expect.any(Number) })
      if (chaosRun.frames !== undefined) expect(frames).toMatchObject({ repeat: expect.any(Number) })
      if (chaosRun.database !== undefined) expect(database).toMatchObject({ reset: expect.any(Number) })
      if (chaosRun.mail !== undefined) expect(Object.keys(mail)).not.toEqual([])
    },
  )
})
