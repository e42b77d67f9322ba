import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../trading-stack.ts'
import type { HttpFaultProxy } from './http-fault-proxy.ts'
import { ChaosStack } from './chaos-stack.ts'

const LONG_MS = 180_000
const TIMEOUT_MS = 600_000
const SPEED = 2
/** Well over the two seconds that are allowed, in the market's milliseconds. */
const STEP_MS = 6_000 * SPEED

let stack: ChaosStack
let broker: HttpFaultProxy
/** By how much the server's clock is ahead of the broker's. */
let aheadMs = 0
/** How often the server has asked for the time. */
let readings = 0

beforeAll(async () => {
  stack = await ChaosStack.start({ speed: SPEED, seed: 'clock', accounts: 4 })
  broker = await stack.faultProxies.newBroker(() => {
    readings += 1
    return aheadMs
  })
  await stack.startServer({ broker })
})
afterAll(() => stack?.stop())

/** Waits until the server has taken in its clock and, by that clock, a dated answer of the broker in every account. */
async function clockIsKnown(): Promise<void> {
  const taken = <T>(what: string, ask: () => T | undefined) => until(what, LONG_MS, async () => ask())
  // A client asks again only after it has processed the answer before.
  const first = readings
  await taken('a reading of the clock', () => (readings >= first + 2 ? true : undefined))
  const before = new Map(broker.bookReads)
  await taken('every book', () => {
    const again = [...broker.bookReads].filter(([session, times]) => times >= (before.get(session) ?? 0) + 2)
    return again.length >= stack.accounts.length ? true : undefined
  })
}

it(
  'a clock that steps ahead of the broker’s stops entries alone, and a step back reorders nothing',
  { timeout: TIMEOUT_MS },
  async () => {
    await stack.floor.holdSomething()
    aheadMs = STEP_MS
    const before = await stack.floor.trades()
    await clockIsKnown()
    const decision = await stack.floor.buy()
    const fates = await until('the word on the entries', LONG_MS, async () => {
      const known = await stack.floor.callFaultsOf(decision)
      return known.size === stack.accounts.length ? known : undefined
    })
    expect(new Set(fates.values())).toEqual(new Set(['clock_skew']))
    expect(await stack.floor.trades()).toHaveLength(before.length)
    await stack.floor.endTrades()

    aheadMs = 0
    await stack.nextRound()
    await stack.floor.holdSomething()
    expect(await stack.floor.endTrades()).toMatchObject({ broken: [], differences: [], doubts: [] })
    for (const { userId } of stack.accounts) {
      const rows = await stack.db
        .selectFrom('account_journal')
        .select('at')
        .where('account_id', '=', userId)
        .orderBy('seq')
        .execute()
      expect(rows.map((row) => row.at)).toEqual(rows.map((row) => row.at).toSorted((a, b) => a - b))
    }
  },
)
