import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../trading-world.ts'
import { StormWorld } from './storm-world.ts'

const LONG_MS = 60_000
const TIMEOUT_MS = 240_000
const SPEED = 2
/** Well over the two seconds that are allowed, in the market's milliseconds. */
const STEP_MS = 6_000 * SPEED

/** The server reads its clock five times a second, and its books at least every five seconds of the market. */
const CLOCK_IS_READ_MS = 4_000

let world: StormWorld
/** By how much the server's clock is ahead of the broker's. */
let aheadMs = 0

beforeAll(async () => {
  world = await StormWorld.start({ speed: SPEED, seed: 'clock', accounts: 4 })
  await world.startServer({ broker: await world.newBrokerProxy(() => aheadMs) })
})
afterAll(() => world?.stop())

it(
  'a clock that steps ahead of the broker’s stops entries alone, and a step back reorders nothing',
  { timeout: TIMEOUT_MS },
  async () => {
    await world.holdSomething()
    aheadMs = STEP_MS
    const before = await world.trades()
    await world.pass(CLOCK_IS_READ_MS)
    const decision = await world.buy()
    const fates = await until('the word on the entries', LONG_MS, async () => {
      const known = await world.fatesOf(decision)
      return known.size === world.accounts.length ? known : undefined
    })
    expect(new Set(fates.values())).toEqual(new Set(['clock_skew']))
    expect(await world.trades()).toHaveLength(before.length)
    await world.turnAgainst()
    await world.everythingOver()

    aheadMs = 0
    await world.nextRound()
    await world.holdSomething()
    await world.turnAgainst()
    expect(await world.everythingOver()).toMatchObject({ broken: [], differences: [], doubts: [] })
    for (const { userId } of world.accounts) {
      const rows = await world.db
        .selectFrom('account_journal')
        .select('at')
        .where('account_id', '=', userId)
        .orderBy('seq')
        .execute()
      expect(rows.map((row) => row.at)).toEqual(rows.map((row) => row.at).toSorted((a, b) => a - b))
    }
  },
)
