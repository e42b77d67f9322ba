// @invariant protected-position
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { ACCOUNT, CALL, Scenario } from '../testing/scenario.ts'

const STUCK = { type: 'stick' } as const
const codes = (s: Scenario) => s.alarms.map((alarm) => alarm.split(':')[0])
const sales = (s: Scenario) => s.broker.calls.filter(({ kind, side }) => kind === 'place' && side === 'SELL')

/** One lot bought at ₹150.10 whose stop (trigger ₹120.10, limit ₹110.10) the broker took and does not pass on. */
async function stuckStop(fault: { live?: boolean; unshown?: boolean } = {}, pushes = false): Promise<Scenario> {
  const s = await new Scenario().start()
  s.broker.pushes = pushes
  s.broker.failNext('sell', { ...STUCK, ...fault })
  s.decide()
  await s.run(1_500)
  expect(s.trade.state).toBe('open')
  return s
}

describe('a stop that the broker accepted and does not confirm (B1, fault F9)', () => {
  it.each([
    ['stands in an interim status', {}],
    ['is shown by no book', { unshown: true }],
  ])('is reported within ten seconds when it %s', async (_how, fault) => {
    const s = await stuckStop(fault)
    await s.run(9_000)
    expect(codes(s)).toEqual(['unprotected'])
    expect(s.trade.state).toBe('open')
  })

  it('is reported ten seconds after the fill though its acceptance came late', async () => {
    const s = await new Scenario().start()
    s.broker.pushes = false
    s.broker.failNext('sell', { ...STUCK, unshown: true })
    const place = s.broker.place.bind(s.broker)
    s.broker.place = async (order, guard) => {
      const answer = await place(order, guard)
      if (order.side === 'SELL') await s.clock.sleep(5_500)
      return answer
    }
    s.decide()
    for (let waited = 0; s.broker.net() === 0 && waited < 2_000; waited += 10) await s.run(10)
    await s.run(10_000)
    expect(codes(s)).toEqual(['unprotected'])
  })

  it.each([
    ['stands in an interim status', {}],
    ['is shown by no book', { unshown: true }],
  ])('does not keep the position from being sold at the trigger when it %s', async (_how, fault) => {
    const s = await stuckStop(fault)
    await s.run(3_000)
    s.price(115, 115.2)
    await s.run(2_000)
    expect(s.broker.net()).toBe(0)
    await s.run(10_000)
    expect(s.placed('SELL')).toHaveLength(2)
  })

  it.each([
    ['under its limit', 60],
    ['between its trigger and its limit', 115],
  ])('does not keep the position from being sold though no trade bears out a bid %s (P7)', async (_where, bid) => {
    const s = await stuckStop()
    await s.run(3_000)
    s.price(bid, bid + 0.2, 250)
    await s.run(2_900)
    expect(s.trade.state).toBe('open')
    await s.run(2_500)
    expect(s.broker.net()).toBe(0)
    expect(s.trade).toMatchObject({ exitReason: 'stop_through' })
  })

  it('counts for two seconds, and no longer', async () => {
    const s = await stuckStop()
    s.price(115, 115.2)
    expect(s.broker.net()).toBe(65)
    await s.run(300)
    expect(sales(s)).toHaveLength(1)
    await s.run(2_000)
    expect(s.broker.net()).toBe(0)
  })

  it('is looked up in its own history, which confirms it where the book does not', async () => {
    const s = await opened()
    s.broker.hidden.add(s.sells[0]!.orderId)
    s.broker.pushes = false
    s.kill()
    await s.start()
    await s.run(20_000)
    expect(codes(s)).toEqual([])
    expect(s.broker.liveSellUnits()).toBe(65)
  })

  it('is asked to go, and the position has one stop again once it went', async () => {
    const s = await stuckStop()
    await s.run(3_000)
    s.broker.stuckMayCancel = true
    s.price(115, 115.2)
    await s.run(5_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop_through' })
    expect(s.broker.liveSellUnits()).toBe(0)
  })

  it('is not sold again beside an order that has sold unseen, as the positions show', async () => {
    const s = await stuckStop({ live: true })
    await s.run(3_000)
    s.price(115, 115.2)
    await s.run(60_000)
    expect(s.broker.net()).toBe(0)
    expect(sales(s)).toHaveLength(1)
    s.broker.release(sales(s).length > 0 ? s.broker.book().find(({ side }) => side === 'SELL')!.orderId : '')
    await s.run(5_000)
    expect(s.trade.state).toBe('closed')
  })

  it('that has sold unseen is not followed by a sale of units that the user bought beside them', async () => {
    const s = await stuckStop({ live: true })
    s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
    await s.run(3_000)
    s.price(115, 115.2)
    await s.run(60_000)
    expect(s.broker.net()).toBe(65)
    expect(sales(s)).toHaveLength(1)
  })

  it('is not followed by another sale at the end of a standstill in which it may have sold: the books are read first (I11)', async () => {
    const s = await new Scenario().start()
    s.broker.pushes = false
    s.broker.failNext('sell', { type: 'reject_later', message: 'price out of range' })
    s.decide()
    for (let waited = 0; sales(s).length < 2 && waited < 3_000; waited += 10) await s.clock.advance(10)
    await s.clock.advance(50)
    expect([s.trade.state, sales(s).length]).toEqual(['exiting', 2])
    s.clock.stand(14_000)
    s.price(115, 115.2)
    expect(s.broker.net()).toBe(0)
    await s.run(10_000)
    expect([s.trade.state, sales(s).length]).toEqual(['closed', 2])
  })

  it('is not followed by a third sale where the second is stuck as well, but by an alarm', async () => {
    const s = await stuckStop()
    s.broker.failNext('sell', STUCK, STUCK, STUCK)
    await s.run(3_000)
    s.price(100, 100.2)
    await s.run(600_000)
    expect(sales(s)).toHaveLength(2)
    expect(codes(s)).toContain('stuck')
  })

  it('is not changed for ever when the position is to be sold for another reason', async () => {
    const s = await stuckStop({ unshown: true })
    await s.run(3_000)
    s.price(400, 400.2)
    await s.run(12_000)
    expect(s.broker.net()).toBe(0)
    expect(s.broker.calls.filter(({ kind }) => kind === 'modify').length).toBeLessThanOrEqual(3)
  })
})

it('a stop that rests is not taken away for a sale that an order the broker does not confirm keeps from leaving (I1)', async () => {
  const s = await new Scenario().start()
  s.broker.pushes = false
  s.broker.failNext('sell', { type: 'lose_reply' }, { ...STUCK, unshown: true })
  s.decide()
  await s.run(500)
  const [resting] = s.sells
  s.broker.hidden.add(resting!.orderId)
  // The price is near the stop, so a second one leaves before the doubt about the first is settled.
  s.price(125, 125.2)
  await s.run(13_000)
  expect(sales(s)).toHaveLength(2)
  s.broker.hidden.delete(resting!.orderId)
  await s.run(2_000)
  s.broker.failNext('modify', { type: 'refuse', code: 'other' })
  s.price(400, 400.2)
  await s.run(6_000)
  expect(s.broker.calls.filter(({ kind, orderId }) => kind === 'cancel' && orderId === resting!.orderId)).toEqual([])
  expect(s.broker.net()).toBe(0)
})

it('a stop that a cut book lacks is looked up in its own history, and placed again where the user took it away (I1)', async () => {
  const s = await opened()
  s.broker.pushes = false
  const [stop] = s.sells
  s.broker.orders = async () => ({
    ok: true,
    value: s.broker.book().filter(({ orderId }) => orderId !== stop!.orderId),
    partial: true,
  })
  s.broker.endOrder(stop!.orderId, null)
  await s.run(6_000)
  expect(s.broker.liveSellUnits()).toBe(65)
  expect(codes(s)).toEqual([])
})

it('a stop that no book shows is fitted to what the user has sold of the position (I13)', async () => {
  const s = new Scenario()
  s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, lots: 2 })) }))
  s.broker.pushes = false
  s.broker.history = () => Promise.resolve({ ok: false, code: 'unavailable', text: '' })
  const place = s.broker.place.bind(s.broker)
  s.broker.place = async (order, guard) => {
    const answer = await place(order, guard)
    if (order.side === 'SELL' && answer.type === 'accepted') s.broker.hidden.add(answer.orderId)
    return answer
  }
  await opened(s)
  s.broker.failNext('modify', { type: 'refuse', code: 'processing' })
  s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
  await s.run(10_000)
  expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([65, 65])
  await s.run(20_000)
  expect(s.broker.calls.filter(({ kind }) => kind === 'modify')).toHaveLength(1)
})

it('a stop that no reading could show is not sold beside when the order book comes back a moment after the positions (I11)', async () => {
  const s = await new Scenario().start()
  s.broker.pushes = false
  const orders = s.broker.orders.bind(s.broker)
  const history = s.broker.history.bind(s.broker)
  const place = s.broker.place.bind(s.broker)
  let giveUp: (() => void) | undefined
  s.broker.place = async (order, guard) => {
    const answer = await place(order, guard)
    const failed = { ok: false, code: 'unavailable', text: '' } as const
    // The reading of the order book hangs.
    if (order.side === 'SELL')
      Object.assign(s.broker, {
        orders: () => new Promise((resolve) => (giveUp = () => resolve(failed))),
        history: async () => failed,
      })
    return answer
  }
  const seldom = { type: 'refuse', code: 'rate_limited' } as const
  s.broker.failNext('modify', seldom, seldom, seldom, seldom)
  s.broker.failNext('cancel', { type: 'refuse', code: 'processing' })
  s.decide()
  await s.run(1_000)
  expect(s.sells).toHaveLength(1)
  s.feedOnly(115, 115.2)
  while (s.store.intentsOf(ACCOUNT).every(({ kind }) => kind !== 'cancel')) await s.clock.advance(10)
  // From now on the broker shows its order book, after all else.
  s.broker.orders = async () => {
    const book = await orders()
    await s.clock.sleep(100)
    return book
  }
  s.broker.history = history
  giveUp?.()
  await s.run(10_000)
  expect(s.placed('SELL')).toHaveLength(1)
  expect(s.broker.net()).toBe(0)
})

it('a cancel that the user asked for and that hangs leaves no protection (B1, P6)', async () => {
  const s = await opened()
  s.broker.pushes = false
  s.broker.hangCancel(s.sells[0]!.orderId)
  await s.run(11_000)
  expect(codes(s)).toEqual(['unprotected'])
  s.price(115, 115.2)
  await s.run(2_000)
  expect(s.broker.net()).toBe(0)
})

it('a change that stays pending leaves no protection (B1)', async () => {
  const s = await opened()
  s.broker.failNext('modify', { type: 'stick' })
  s.price(190, 190.2)
  await s.run(12_000)
  expect(codes(s)).toEqual(['unprotected'])
  s.broker.stuckMayCancel = true
  s.feedOnly(115, 115.2)
  await s.run(4_000)
  expect(s.broker.net()).toBe(0)
})
