// @invariant order-budget
import { expect, it } from 'vitest'
import { exitLimits, ordinaryLimits } from '../order/order-limits.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'
import { opened } from '../testing/open-trade.ts'
import { CALL, type Scenario } from '../testing/scenario.ts'

/** The most calls that reached the broker within any second. */
function mostInOneSecond(s: Scenario): number {
  const times = s.broker.calls.map(({ at }) => at)
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length))
}

/** The transactions from now on take this long, one after the other; later ones take no time. */
function slowStore(s: Scenario, delays: readonly number[]): void {
  const tx = s.store.transaction.bind(s.store)
  let next = 0
  s.store.transaction = async (work) => {
    const delay = delays[next++] ?? 0
    if (delay > 0) await s.clock.sleep(delay)
    return tx(work)
  }
}

it.each([
  ['without a delay', []],
  ['by a store that is late once', [1_500]],
  ['by a store that is late again and again', [900, 0, 990, 0, 1_500, 0, 2_900]],
])('counts the calls of a second when they leave, written %s', async (_what, delays) => {
  const s = await opened()
  // Thirty orders with the tag of the entry: adopted, and cancelled once the trade is over.
  const tag = s.placed('BUY')[0]!.tag!
  for (let nth = 0; nth < 30; nth += 1) s.broker.borrowTag(tag, CALL.tradingsymbol)
  await s.run(2_000)
  slowStore(s, delays)
  s.price(290, 290.2)
  await s.run(30_000)
  const cancels = s.broker.calls.filter(({ kind }) => kind === 'cancel')
  expect(cancels.length).toBeGreaterThanOrEqual(30)
  expect(mostInOneSecond(s)).toBeGreaterThanOrEqual(ordinaryLimits(TEST_BROKER.orderLimits).second)
  expect(mostInOneSecond(s)).toBeLessThanOrEqual(exitLimits(TEST_BROKER.orderLimits).second)
  expect(s.broker.net()).toBe(0)
})
