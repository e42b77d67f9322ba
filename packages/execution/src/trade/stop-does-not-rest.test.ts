import { expect, it } from 'vitest'
import {
  accepted,
  ago,
  BOUGHT,
  cancel,
  envOf,
  intent,
  OPEN,
  order,
  place,
  refused,
  notified,
  viewOf,
  type Fixture,
} from '../testing/trade-fixture.ts'
import { opened } from '../testing/open-trade.ts'
import { planTrade } from '../plan/plan.ts'

/** An open position of which each of so many stops, a second apart, was cancelled; the newest is `i = 0`. */
function cancelled(stops: number, newestAgoMs = 1_000): Fixture {
  const ids = Array.from({ length: stops }, (_, i) => `s${i}`).toReversed()
  return {
    trade: OPEN,
    orders: [BOUGHT, ...ids.map((id, i) => order(id, { phase: 'cancelled', acknowledgedAt: ago(60_000 - i) }))],
    intents: ids.map((id, i) => intent('protect', place('SELL'), accepted(id, newestAgoMs + (stops - 1 - i) * 1_000))),
  }
}
const ended = (change: Partial<Parameters<typeof order>[1]>) => {
  const on = cancelled(10)
  return { ...on, orders: on.orders!.map((one) => (one.orderId === 's4' ? { ...one, ...change } : one)) }
}
const SELL = ['become exiting: stop_refused']
const PLACE = ['place SELL SL 65 @ 120/110 (stop)']
const withCall = (on: Fixture, ...more: NonNullable<Fixture['intents']>): Fixture => ({
  ...on,
  intents: [...on.intents!, ...more],
})

it.each<[when: string, on: Fixture, does: string[]]>([
  ['ten were cancelled by others', cancelled(10), SELL],
  ['twelve were', cancelled(12), SELL],
  ['nine were', cancelled(9), PLACE],
  ['ten were, the first of them just within a minute', cancelled(10, 50_999), SELL],
  ['ten were, the first of them a minute ago', cancelled(10, 51_000), PLACE],
  ['we cancelled one of them', withCall(cancelled(10), intent('cancel', cancel('s4'), accepted('s4', 5_000))), PLACE],
  ['one of them sold a part', ended({ phase: 'complete' }), PLACE],
  [
    'one more was refused for a moment that is over',
    withCall(cancelled(10), intent('protect', place('SELL'), refused('rate_limited', 1_000))),
    PLACE,
  ],
])('a position without a stop, when %s', (_when, on, does) =>
  expect(notified(planTrade(viewOf(on), envOf()))).toEqual(does),
)

it('a position whose stops the risk desk cancels one after the other is sold', async () => {
  const s = await opened()
  for (let waited = 0; s.trade.state === 'open' && waited < 60_000; waited += 100) {
    for (const { orderId } of s.sells) s.broker.endOrder(orderId, null)
    await s.run(100)
  }
  await s.run(2_000)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop_refused' })
  expect([s.broker.net(), s.placed('SELL').length]).toEqual([0, 11])
})
