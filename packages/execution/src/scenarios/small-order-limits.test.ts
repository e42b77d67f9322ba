// @invariant order-budget
// @invariant protected-position
import { expect, it } from 'vitest'
import type { OrderLimits } from '../order/order-limits.ts'
import { mayHoldTwo, opened } from '../testing/open-trade.ts'
import { ACCOUNT, Scenario } from '../testing/scenario.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

const AMPLE: OrderLimits = { perSecond: 10, perMinute: 400, perDay: 5_000, modifications: 25 }
const COUNTS = Array.from({ length: 16 }, (_, nth) => nth + 1)

/** The core at a broker with such limits, which trails its stop every few seconds and then falls to the exit of its own. */
async function tradedUnder(orderLimits: OrderLimits, bids: readonly number[]): Promise<Scenario> {
  const s = new Scenario()
  s.broker.profile = { ...TEST_BROKER, orderLimits }
  await s.start()
  s.decide()
  await s.run(5_000)
  for (const bid of bids) {
    s.price(bid, bid + 0.2)
    await s.run(4_000)
  }
  return s
}

const RISING = Array.from({ length: 16 }, (_, nth) => 190 + 5 * nth)

it.each(COUNTS)('a day of %d calls buys nothing, or leaves the stop and the exit their calls', async (perDay) => {
  // The target is passed at the end: the exit is a call of ours, which no stop at the exchange makes for us.
  const s = await tradedUnder({ ...AMPLE, perDay }, [...RISING, 300])
  await s.run(60_000)
  expect(s.placed('BUY').length).toBe(perDay < 9 ? 0 : 1)
  expect(s.placed('SELL').length).toBe(s.placed('BUY').length)
  expect(s.broker.net()).toBe(0)
  expect(s.alarms).toEqual([])
})

it.each(COUNTS)('%d calls a minute buy nothing, or leave the stop and the exit theirs', async (perMinute) => {
  const s = await tradedUnder({ ...AMPLE, perMinute }, [...RISING, 300])
  expect(s.placed('BUY').length).toBe(perMinute < 9 ? 0 : 1)
  expect(s.broker.net()).toBe(0)
  expect(s.alarms).toEqual([])
})

it('an entry that the day’s calls cannot protect and end is refused as one over the budget', async () => {
  const s = await tradedUnder({ ...AMPLE, perDay: 8 }, [])
  await s.run(30_000)
  expect(s.broker.calls).toEqual([])
  expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'budget_used_up' }])
})

it.each([
  [17, 1],
  [24, 2],
])(
  'on a day of %d calls %d of two positions are bought, for the calls of the first are kept',
  async (perDay, bought) => {
    const s = mayHoldTwo()
    s.broker.profile = { ...TEST_BROKER, orderLimits: { ...AMPLE, perDay } }
    await opened(s)
    s.decide()
    await s.run(30_000)
    expect(s.placed('BUY')).toHaveLength(bought)
    expect(s.sells).toHaveLength(bought)
    expect(s.alarms).toEqual([])
  },
)
