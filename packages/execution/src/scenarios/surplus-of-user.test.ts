import { expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { CALL, rs, Scenario } from '../testing/scenario.ts'

const COOLDOWN_MS = 31 * 60_000

it('nothing is sold of what the user has bought beside one order that bought back', async () => {
  const s = await opened()
  const [stop] = s.sells
  s.price(115, 115.2)
  s.broker.duplicate(stop!.orderId)
  await s.run(6_000)
  expect(s.broker.net()).toBe(0)
  s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
  await s.run(30_000)
  expect(s.broker.net()).toBe(65)
})

it('nothing is sold of what the user has bought after a later trade in a contract that was bought back', async () => {
  const s = new Scenario()
  s.facts((facts) => ({
    ...facts,
    coverManualShorts: true,
    strategies: facts.strategies.map((one) => ({ ...one, lots: 2 })),
    risk: { ...facts.risk, capital: rs(5_000_000) },
  }))
  await opened(s)
  s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 130)
  s.price(115, 115.2)
  await s.run(10_000)
  expect(s.broker.net()).toBe(0)
  s.price(149.9, 150.1)
  await s.run(COOLDOWN_MS)
  s.decide()
  await s.run(5_000)
  expect(s.broker.net()).toBe(65)
  s.price(290, 290.2)
  await s.run(20_000)
  expect(s.broker.net()).toBe(0)
  s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
  await s.run(30_000)
  expect(s.alarms.filter((alarm) => alarm.startsWith('bought_back_twice'))).toEqual([])
  expect(s.broker.net()).toBe(65)
})
