import { expect, it } from 'vitest'
import { firstBreak } from '../store/journal.ts'
import { ACCOUNT, rs, Scenario } from '../testing/scenario.ts'

it('enters, rests one stop, trails it by modify, and is taken out by it with the books equal to the broker', async () => {
  const s = await new Scenario().start()
  s.decide()
  await s.run(1_000)

  expect(s.placed('BUY')).toHaveLength(1)
  expect(s.placed('BUY')[0]!.terms).toEqual({ kind: 'LIMIT', quantity: 65, price: rs(150.2), validity: 'IOC' })
  expect(s.trade).toMatchObject({ state: 'open', entryPrice: rs(150.1), risk: rs(30), trigger: rs(120.1) })
  expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65, trigger: rs(120.1), price: rs(110.1), phase: 'armed' }])
  // The books of an open position are the broker's trades, not an order's average.
  expect(s.store.fillsOf(ACCOUNT)).toMatchObject([{ side: 'BUY', quantity: 65, price: rs(150.1) }])

  s.price(181, 181.2)
  await s.run(4_000)
  const [stop] = s.sells
  expect(stop!.trigger).toBeGreaterThan(rs(150.1))
  expect(s.placed('SELL')).toHaveLength(1)

  s.price(196, 196.2)
  await s.run(4_000)
  expect(s.sells).toMatchObject([{ orderId: stop!.orderId, trigger: rs(165.1) }])

  s.price(190, 190.2)
  await s.run(4_000)
  expect(s.sells).toMatchObject([{ trigger: rs(165.1) }])

  s.price(165, 165.2)
  await s.run(3_000)
  expect(s.broker.net()).toBe(0)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop', traded: 65 })
  expect(s.trade.state === 'closed' && s.trade.result).toMatchObject({
    entryValue: 65 * rs(150.1),
    exitValue: 65 * rs(165),
    gross: 65 * (rs(165) - rs(150.1)),
  })
  expect(s.sells).toEqual([])
  expect(s.alarms).toEqual([])
  expect(firstBreak(s.store.journalOf(ACCOUNT))).toBeUndefined()
  expect(s.store.notifications.map((notification) => notification.kind)).toEqual(['trade_opened', 'trade_closed'])
})

it('takes the target by turning the stop into the exit', async () => {
  const s = new Scenario()
  s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, trailing: false })) }))
  await s.start()
  s.decide()
  await s.run(2_000)
  s.price(210.2, 210.4)
  await s.run(2_000)
  expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
  expect(s.placed('SELL')).toHaveLength(1)
  expect(s.broker.net()).toBe(0)
})
