// @invariant one-order-per-intent
import { TEST_BROKER } from '../testing/test-broker.ts'
import { describe, expect, it } from 'vitest'
import { ACCOUNT, rs, Scenario } from '../testing/scenario.ts'

describe('an entry without an answer', () => {
  it('that never arrived is abandoned after three fresh readings over ten seconds, and not sent again', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('buy', { type: 'lose_request' })
    s.decide()
    await s.run(10_000)
    expect(s.trade.state).toBe('entering')
    await s.run(12_000)
    expect(s.trade).toMatchObject({ state: 'abandoned', why: 'in_doubt' })
    await s.run(60_000)
    expect(s.placed('BUY')).toHaveLength(0)
    expect(s.store.intentsOf(ACCOUNT)).toMatchObject([{ kind: 'enter', outcome: { state: 'absent' } }])
  })

  it.each([
    ['was lost', { type: 'lose_request' }],
    ['arrives late', { type: 'arrive_late', ms: 40_000 }],
  ] as const)('is reported to its user before it is abandoned, when it %s', async (_what, fault) => {
    const s = await new Scenario().start()
    s.broker.failNext('buy', fault)
    s.decide()
    await s.run(15_000)
    const reported = () => s.store.notifications.filter(({ key }) => key.includes('/entry_in_doubt/'))
    expect(reported()).toEqual([])
    await s.run(2_500)
    expect(reported()).toMatchObject([
      { message: { code: 'alarm.entry_in_doubt', quantity: 65, portal: TEST_BROKER.names.portal } },
    ])
    await s.run(10_000)
    expect(reported()).toHaveLength(1)
  })

  it('that filled is found in the book by its tag and protected before the answer is abandoned', async () => {
    const s = await new Scenario().start()
    s.broker.pushes = false
    s.broker.failNext('buy', { type: 'lose_reply' })
    s.decide()
    await s.run(3_000)
    expect(s.trade.state).toBe('open')
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65 }])
    await s.run(20_000)
    expect(s.placed('BUY')).toHaveLength(1)
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it('that arrives within a minute after it was abandoned has its stop within two seconds (I1)', async () => {
    const s = await new Scenario().start()
    s.broker.pushes = false
    s.broker.failNext('buy', { type: 'arrive_late', ms: 38_000 })
    s.decide()
    for (let waited = 0; s.broker.net() === 0 && waited < 60_000; waited += 100) await s.run(100)
    expect([s.broker.net(), s.trade.state]).toEqual([65, 'abandoned'])
    await s.run(1_500)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65 }])
  })

  it('that arrives after it was abandoned is adopted and protected', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('buy', { type: 'arrive_late', ms: 40_000 })
    s.decide()
    await s.run(30_000)
    expect(s.trade.state).toBe('abandoned')
    await s.run(15_000)
    expect(s.trade.state).toBe('open')
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65, phase: 'armed' }])
    expect(s.placed('BUY')).toHaveLength(1)
  })

  it('counts against the limit of one active trade while it lasts', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('buy', { type: 'lose_request' })
    s.decide()
    await s.run(5_000)
    s.decide()
    await s.run(3_000)
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'active_trade_limit' }])
  })

  it('is not believed lost by a book that lacks orders it must hold', async () => {
    const s = await new Scenario().start()
    s.decide()
    await s.run(2_000)
    const [entry] = s.broker.book()
    s.price(290, 290.2)
    await s.run(30_000)
    expect(s.trade.state).toBe('closed')
    s.price(149.9, 150.1)
    await s.run(31 * 60_000)
    s.broker.hidden.add(entry!.orderId)
    s.broker.failNext('buy', { type: 'lose_request' })
    s.decide()
    await s.run(60_000)
    expect(s.trade.state).toBe('entering')
    s.broker.hidden.clear()
    await s.run(15_000)
    expect(s.trade.state).toBe('abandoned')
  })
})

describe('a stop without an answer', () => {
  it('leaves the position unprotected, and the user is notified within ten seconds', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'lose_request' })
    s.decide()
    await s.run(12_000)
    expect(s.trade.state).toBe('open')
    expect(s.sells).toHaveLength(0)
    expect(s.alarms.some((alarm) => alarm.startsWith('unprotected'))).toBe(true)
  })

  it('that rests is adopted', async () => {
    const s = await new Scenario().start()
    s.broker.pushes = false
    s.broker.failNext('buy')
    s.broker.failNext('sell', { type: 'lose_reply' })
    s.decide()
    await s.run(20_000)
    expect(s.sells).toHaveLength(1)
    expect(s.placed('SELL')).toHaveLength(1)
    expect(s.trade.state).toBe('open')
  })

  it('that never arrived is sent again once its absence is proved', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'lose_request' })
    s.decide()
    await s.run(8_000)
    expect(s.sells).toHaveLength(0)
    // The price is far from the stop, so nothing is sent before.
    await s.run(7_000)
    expect(s.store.intentsOf(ACCOUNT).filter((intent) => intent.kind === 'protect')).toHaveLength(1)
    await s.run(7_000)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65 }])
  })

  it('is placed again as soon as positions and trades agree, without waiting for the next poll (I1)', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'lose_request' })
    s.decide()
    await s.run(12_000)
    const { outcome } = s.store.intentsOf(ACCOUNT).find(({ kind }) => kind === 'protect')!
    if (outcome.state !== 'in_doubt') throw new Error('the stop is not in doubt')
    await s.run(12_000)
    // The proof takes ten seconds; then positions and trades, and the order book at the closest interval.
    expect(s.placed('SELL')).toHaveLength(1)
    expect(s.placed('SELL')[0]!.at - outcome.notBefore).toBeLessThan(10_400)
  })

  it('is not held absent sooner because the clock was put forward', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'lose_request' })
    s.decide()
    await s.run(9_000)
    s.clock.step(60_000)
    await s.run(4_000)
    expect(s.store.intentsOf(ACCOUNT).filter((intent) => intent.kind === 'protect')).toMatchObject([
      { outcome: { state: 'in_doubt' } },
    ])
    await s.run(8_000)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65 }])
  })

  it('is placed again no later when the account begins again from its rows meanwhile (I1)', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'lose_request' })
    s.decide()
    await s.run(12_000)
    // An entry whose claim the store does not take has the rows read again.
    s.store.fault = () => 'fail'
    s.decide()
    await s.run(500)
    s.store.fault = () => undefined
    await s.run(8_000)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65 }])
  })

  it('is sent again early once, not a third time while both are in doubt', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'lose_request' }, { type: 'lose_request' })
    s.decide()
    await s.run(8_000)
    s.price(125, 125.2)
    await s.run(8_000)
    expect(s.store.intentsOf(ACCOUNT).filter((intent) => intent.kind === 'protect')).toHaveLength(2)
  })

  it('is sent again early when the price nears it, and the extra that surfaces is cancelled', async () => {
    const s = await new Scenario().start()
    s.broker.failNext('sell', { type: 'arrive_late', ms: 16_000 })
    s.decide()
    await s.run(8_000)
    s.price(125, 125.2)
    await s.run(6_000)
    expect(s.sells).toHaveLength(1)
    await s.run(8_000)
    expect(s.placed('SELL')).toHaveLength(2)
    expect(s.sells).toHaveLength(1)
    expect(s.broker.liveSellUnits()).toBe(65)
    expect(s.broker.net()).toBe(65)
  })
})

it('a trail without an answer is settled by what the book shows', async () => {
  const s = await new Scenario().start()
  s.decide()
  await s.run(3_000)
  s.broker.failNext('modify', { type: 'lose_reply' })
  s.price(196, 196.2)
  await s.run(12_000)
  expect(s.sells).toMatchObject([{ trigger: rs(165.1) }])
  const moves = s.store.intentsOf(ACCOUNT).filter((intent) => intent.kind === 'move')
  expect(moves).toMatchObject([{ outcome: { state: 'accepted' } }])
})
