import { chargesOf, type ExecutedOrder } from '@strikewise/domain/charges/charges.ts'
import { istInstant } from '@strikewise/domain/time/ist.ts'
import { exitLimits, maxModifications, maxTrailMoves } from '@strikewise/execution/order/order-limits.ts'
import { opened } from '@strikewise/execution/testing/open-trade.ts'
import { CALL, DAY, Scenario } from '@strikewise/execution/testing/scenario.ts'
import { expect, it } from 'vitest'
import { NIMBUS_PROFILE } from './nimbus-profile.ts'

const { orderLimits } = NIMBUS_PROFILE

/** The core's own scenario at the made-up broker: other limits, another token life and brokerage, no edit of the core. */
function atNimbus(): Scenario {
  const s = new Scenario()
  s.broker.profile = NIMBUS_PROFILE
  return s
}

/** The most calls that reached the broker within `ms`. */
function mostWithin(s: Scenario, ms: number): number {
  const times = s.broker.calls.map(({ at }) => at)
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms).length))
}

it('no more calls leave in a second and in a minute than the broker allows', async () => {
  const s = await opened(atNimbus())
  // Orders with the tag of the entry: adopted, and cancelled once the trade is over.
  const tag = s.placed('BUY')[0]!.tag!
  for (let nth = 0; nth < 40; nth += 1) s.broker.borrowTag(tag, CALL.tradingsymbol)
  await s.run(2_000)
  s.price(290, 290.2)
  await s.run(180_000)
  const { second, minute } = exitLimits(orderLimits)
  expect(s.broker.net()).toBe(0)
  expect(s.broker.calls.filter(({ kind }) => kind === 'cancel').length).toBeGreaterThanOrEqual(40)
  expect(mostWithin(s, 1_000)).toBe(second)
  expect(mostWithin(s, 60_000)).toBeLessThanOrEqual(minute)
})

it('an order is changed no more often than the broker lets it be', async () => {
  const s = await opened(atNimbus())
  // Below the target: its exit is a change as well.
  for (let nth = 1; nth <= 9; nth += 1) {
    s.price(180 + 10 * nth, 180.2 + 10 * nth)
    await s.run(4_000)
  }
  const changes = () => s.broker.calls.filter(({ kind }) => kind === 'modify')
  expect(s.trade.state).toBe('open')
  expect(changes()).toHaveLength(maxTrailMoves(20, orderLimits))
  s.broker.fillLimit = 0
  s.price(105, 105.2, 119)
  await s.run(90_000)
  const byOrder = Map.groupBy(changes(), ({ orderId }) => orderId)
  for (const calls of byOrder.values()) expect(calls.length).toBeLessThanOrEqual(maxModifications(orderLimits))
  expect(s.placed('SELL').length).toBeGreaterThan(1)
})

it.each([
  ['a session of eight hours that is over', [1, 59], 0],
  ['one that is not', [2, 1], 1],
] as const)('an entry under %s', async (_what, [hour, minute], entries) => {
  const s = atNimbus()
  s.facts((facts) => ({ ...facts, link: { ...facts.link, loginAt: istInstant(DAY, hour, minute) } }))
  await s.start()
  s.decide()
  await s.run(3_000)
  expect(s.placed('BUY')).toHaveLength(entries)
})

it('a trade is booked with what the broker takes for an order', async () => {
  const s = await opened(atNimbus())
  s.price(290, 290.2)
  await s.run(5_000)
  const { trade } = s
  expect(trade.state).toBe('closed')
  if (trade.state !== 'closed' || trade.result === null) return
  const { entryValue, exitValue, charges, net, gross } = trade.result
  const orders: ExecutedOrder[] = [
    { side: 'BUY', value: entryValue, on: DAY },
    { side: 'SELL', value: exitValue, on: DAY },
  ]
  expect(charges).toBe(chargesOf(orders, NIMBUS_PROFILE.brokerage).total)
  expect(net).toBe(gross - charges)
})
