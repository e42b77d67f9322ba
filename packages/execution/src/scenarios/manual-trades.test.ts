import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import { alarmLine } from '../testing/alarm-line.ts'
// @invariant manual-sale-seen
// @invariant foreign-orders-untouched
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { describe, expect, it } from 'vitest'
import type { OrderTerms } from '../order/order.ts'
import { openedTwice } from '../testing/open-trade.ts'
import { ACCOUNT, CALL, rs, Scenario } from '../testing/scenario.ts'

const FIRST_ORDER = '2000000000000000001'

async function opened(lots = 1): Promise<Scenario> {
  const s = new Scenario()
  s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, lots })) }))
  await s.start()
  s.decide()
  await s.run(5_000)
  expect(s.trade.state).toBe('open')
  return s
}

const NO_MARGIN = { type: 'reject_later', message: 'Insufficient funds.' } as const

/** An entry that filled unseen was sold manually and closed; then another one was opened in the same contract. */
async function soldUnseenThenOpened(): Promise<Scenario> {
  const s = new Scenario()
  s.broker.pushes = false
  s.broker.hidden.add(FIRST_ORDER)
  await s.start()
  s.broker.failNext('buy', { type: 'lose_reply' })
  s.decide()
  await s.run(500)
  s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
  await s.run(75_000)
  expect(s.trade.state).toBe('abandoned')
  s.decide()
  await s.run(5_000)
  expect(s.trade.state).toBe('open')
  return s
}

it('a stop that the user raised while no reading succeeds is not lowered by a trail', async () => {
  const s = await opened()
  s.price(178, 178.2)
  await s.run(3_000)
  const [stop] = s.sells
  s.broker.pushes = false
  s.broker.readFault = 'unavailable'
  s.broker.changeOrderManually(stop!.orderId, { kind: 'SL', quantity: 65, trigger: rs(165), price: rs(155) })
  await s.run(5_000)
  s.price(185, 185.2)
  await s.run(30_000)
  expect(s.sells).toMatchObject([{ trigger: rs(165) }])
  s.broker.readFault = undefined
  await s.run(10_000)
  expect(s.sells).toMatchObject([{ trigger: rs(165) }])
  s.price(205, 205.2)
  await s.run(10_000)
  expect(s.sells[0]!.trigger).toBeGreaterThan(rs(165))
})

it('a stop that the user raised while the machine was suspended is not lowered by a trail', async () => {
  const s = await opened()
  s.price(178, 178.2)
  await s.run(3_000)
  const [stop] = s.sells
  s.broker.pushes = false
  s.broker.changeOrderManually(stop!.orderId, { kind: 'SL', quantity: 65, trigger: rs(165), price: rs(155) })
  // The monotonic clock stood still, so the account's time goes on where it stopped until the broker shows its own.
  s.clock.step(14_000)
  s.price(185, 185.2)
  await s.run(10_000)
  expect(s.broker.calls.filter(({ kind }) => kind === 'modify')).toEqual([])
  expect(s.sells).toMatchObject([{ trigger: rs(165) }])
})

describe('what the user does manually', () => {
  it('selling everything takes our stop away and closes the trade at the broker’s prices', async () => {
    const s = await opened()
    s.price(160, 160.2)
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(5_000)
    expect(s.sells).toEqual([])
    expect(s.broker.net()).toBe(0)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'manual', manualExitQuantity: 65 })
    expect(s.trade.state === 'closed' && s.trade.result!.gross).toBe(65 * (rs(160) - rs(150.1)))
  })

  it('selling a part has the stop fitted to what is left', async () => {
    const s = await opened(2)
    s.price(160, 160.2)
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(8_000)
    expect(s.sells).toMatchObject([{ quantity: 65 }])
    s.price(100, 100.2)
    await s.run(20_000)
    expect(s.broker.net()).toBe(0)
    expect(s.trade).toMatchObject({ state: 'closed', traded: 130, manualExitQuantity: 65 })
    expect(s.store.fillsOf(ACCOUNT).reduce((sum, fill) => sum + (fill.side === 'SELL' ? fill.quantity : 0), 0)).toBe(
      130,
    )
  })

  it('selling a part takes an exit away that the exchange does not let shrink, and sells the rest again', async () => {
    const s = await opened(2)
    const [stop] = s.sells
    s.broker.fillLimit = 0
    s.price(105, 105.2)
    s.broker.failNext('modify', ...Array.from({ length: 20 }, () => ({ type: 'fail_later' }) as const))
    s.broker.fillLimit = Number.POSITIVE_INFINITY
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    s.broker.fillLimit = 0
    await s.run(13_000)
    expect(s.broker.book().find(({ orderId }) => orderId === stop!.orderId)!.phase).toBe('cancelled')
    expect(s.sells).toMatchObject([{ quantity: 65 }])
    expect(s.alarms.filter((alarm) => alarm.startsWith('oversold'))).toEqual([])
  })

  it('is noticed within ten seconds without any update', async () => {
    const s = await opened()
    s.broker.pushes = false
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(10_000)
    expect(s.sells).toEqual([])
    expect(s.trade.state).toBe('closed')
  })

  it('selling right after the entry is noticed though our clock is ahead of the broker’s', async () => {
    const s = new Scenario()
    s.broker.clockBehindMs = 1_900
    await s.start()
    s.decide()
    await s.run(400)
    expect(s.trade.state).toBe('open')
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(10_000)
    expect(s.trade).toMatchObject({ state: 'closed', manualExitQuantity: 65 })
    expect(s.sells).toEqual([])
  })

  it.each([
    ['sold', (s: Scenario) => s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)],
    ['converted to another product', (s: Scenario) => s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')],
  ])('is seen within three seconds without any update when the position was %s (B9b, P8)', async (_what, act) => {
    const s = await opened()
    s.broker.pushes = false
    act(s)
    await s.run(3_000)
    expect(s.sells).toEqual([])
    await s.run(2_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'manual' })
  })

  it('cancelling our stop has it placed again', async () => {
    const s = await opened()
    s.broker.endOrder(s.sells[0]!.orderId, null)
    await s.run(2_000)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65, trigger: rs(120.1) }])
  })

  it('buying more and selling it again is the user’s own affair', async () => {
    const s = await opened()
    s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 130)
    await s.run(8_000)
    expect(s.sells).toMatchObject([{ quantity: 65 }])
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 130)
    await s.run(8_000)
    expect(s.trade).toMatchObject({ state: 'open', manualExitQuantity: 0 })
    expect(s.sells).toMatchObject([{ quantity: 65 }])
  })

  it('raising our stop is respected, also when it is replaced later; nothing lowers it again', async () => {
    const s = await opened()
    const [stop] = s.sells
    s.broker.changeOrderManually(stop!.orderId, { kind: 'SL', quantity: 65, trigger: rs(140), price: rs(130) })
    await s.run(3_000)
    expect(s.sells).toMatchObject([{ orderId: stop!.orderId, trigger: rs(140) }])
    expect(s.trade).toMatchObject({ trigger: rs(140) })
    s.broker.endOrder(stop!.orderId, null)
    await s.run(3_000)
    expect(s.sells).toMatchObject([{ kind: 'SL', trigger: rs(140), quantity: 65 }])
  })

  it('raising our stop right after it was moved up is respected too: no older word of ours lowers it', async () => {
    const s = await opened()
    s.price(230, 230.2)
    await s.run(300)
    const [moved] = s.sells
    expect(moved!.trigger).toBeGreaterThan(rs(150))
    const raised = (moved!.trigger + rs(20)) as Paise
    const triggers: number[] = []
    const modify = s.broker.modify.bind(s.broker)
    s.broker.modify = (orderId, terms, guard) => {
      if (terms.kind === 'SL') triggers.push(terms.trigger)
      return modify(orderId, terms, guard)
    }
    s.broker.changeOrderManually(moved!.orderId, {
      kind: 'SL',
      quantity: 65,
      trigger: raised,
      price: (raised - rs(10)) as Paise,
    })
    await s.run(200)
    s.price(235, 235.2)
    await s.run(4_000)
    expect(triggers.filter((trigger) => trigger < raised)).toEqual([])
    expect(s.sells[0]!.trigger).toBeGreaterThanOrEqual(raised)
  })

  it.each<[what: string, terms: OrderTerms]>([
    ['lowering our stop', { kind: 'SL', quantity: 65, trigger: rs(90), price: rs(80) }],
    ['making our stop larger', { kind: 'SL', quantity: 130, trigger: rs(120.1), price: rs(110.1) }],
    ['making our stop a limit order', { kind: 'LIMIT', quantity: 65, price: rs(400), validity: 'DAY' }],
  ])('%s is put back', async (_what, terms) => {
    const s = await opened()
    const [stop] = s.sells
    s.broker.changeOrderManually(stop!.orderId, terms)
    await s.run(5_000)
    expect(s.sells).toMatchObject([{ orderId: stop!.orderId, kind: 'SL', quantity: 65, trigger: rs(120.1) }])
  })

  it('of two trades in one contract a manual sale cuts what it sold, and no stop sells more than is left', async () => {
    const s = await openedTwice()
    expect(s.broker.net()).toBe(130)
    expect(s.sells.map((sell) => sell.quantity)).toEqual([65, 65])
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(10_000)
    expect(s.broker.liveSellUnits()).toBe(65)
    const states = s.store.tradesOf(ACCOUNT).map((trade) => trade.state)
    expect(states.toSorted()).toEqual(['closed', 'open'])
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(10_000)
    expect(s.broker.liveSellUnits()).toBe(0)
    expect(s.broker.net()).toBe(0)
    expect(s.store.tradesOf(ACCOUNT)).toMatchObject([
      { state: 'closed', manualExitQuantity: 65 },
      { state: 'closed', manualExitQuantity: 65 },
    ])
  })

  it('a sale of our own that no book shows yet is not taken for a manual one', async () => {
    const s = await new Scenario().start()
    s.broker.pushes = false
    s.broker.failNext('sell', { type: 'refuse', code: 'price_band' }, { type: 'lose_reply' })
    s.decide()
    for (let waited = 0; s.placed('SELL').length === 0 && waited < 5_000; waited += 10) await s.run(10)
    const [sale] = s.placed('SELL')
    s.broker.hidden.add(s.broker.book().find((order) => order.tag === sale!.tag)!.orderId)
    await s.run(9_000)
    expect(s.broker.net()).toBe(0)
    expect(s.trade).toMatchObject({ state: 'exiting', manualExitQuantity: 0 })
    s.broker.hidden.clear()
    await s.run(5_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop_refused', manualExitQuantity: 0 })
  })

  it('selling everything while our stop is in doubt needs no stop any more once the doubt is over', async () => {
    const s = new Scenario()
    s.broker.failNext('sell', { type: 'lose_request' })
    await s.start()
    s.decide()
    await s.run(3_000)
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(30_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'manual', manualExitQuantity: 65 })
    expect(s.placed('SELL')).toEqual([])
    expect(s.broker.net()).toBe(0)
  })

  it('a sale of what was bought unseen is charged to the trade that bought it, not to the next one', async () => {
    const s = await soldUnseenThenOpened()
    s.broker.hidden.clear()
    await s.run(20_000)
    expect(s.store.tradesOf(ACCOUNT)).toMatchObject([
      { state: 'closed', exitReason: 'manual', manualExitQuantity: 65 },
      { state: 'open', manualExitQuantity: 0 },
    ])
    expect(s.sells).toMatchObject([{ quantity: 65 }])
  })

  it('a sale of what was bought unseen cuts the next trade once the first has sold the units that are left', async () => {
    const s = await soldUnseenThenOpened()
    const positions = s.broker.positions.bind(s.broker)
    s.broker.positions = async () => ({ ok: false, code: 'unavailable', text: 'away' })
    const [later] = s.sells
    s.broker.hidden.clear()
    await s.run(6_000)
    // The adopted trade's stop fires alone: the user had moved the other one's far down.
    s.broker.changeOrderManually(later!.orderId, { kind: 'SL', quantity: 65, trigger: rs(10), price: rs(5) })
    s.price(119, 119.2)
    s.price(150, 150.2)
    expect(s.broker.net()).toBe(0)
    s.broker.positions = positions
    await s.run(20_000)
    expect(s.broker.liveSellUnits()).toBe(0)
    expect(s.store.tradesOf(ACCOUNT)).toMatchObject([
      { state: 'closed', manualExitQuantity: 0 },
      { state: 'closed', manualExitQuantity: 65, exitReason: 'manual' },
    ])
  })

  it('an order of the user’s that is open over the position and has ours rejected is named to them with its units', async () => {
    const s = await opened()
    const [stop] = s.sells
    s.broker.fillLimit = 0
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    const theirs = s.sells.find(({ tag }) => tag === null)!
    s.broker.failNext('sell', ...Array.from({ length: 4 }, () => NO_MARGIN))
    await s.run(2_000)
    expect(s.alarms).toEqual([])
    s.broker.endOrder(stop!.orderId, null)
    await s.run(8_000)
    const reported = s.alarms.filter((alarm) => alarm.startsWith('in_the_way'))
    const about = { contract: contractRef(CALL), units: 65, orders: [theirs.orderId] }
    expect(reported).toEqual([alarmLine({ code: 'alarm.in_the_way', ...about })])
    s.broker.endOrder(theirs.orderId, null)
    s.broker.fillLimit = Number.POSITIVE_INFINITY
    await s.run(10_000)
    expect(s.trade.state).toBe('closed')
    expect(s.broker.net()).toBe(0)
  })

  it('of another order of theirs that rests over the position the user is notified as well', async () => {
    const s = await opened()
    s.broker.fillLimit = 0
    s.broker.failNext('sell', ...Array.from({ length: 20 }, () => NO_MARGIN))
    s.broker.endOrder(s.sells[0]!.orderId, null)
    const rests = async () => {
      s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
      const { orderId } = s.sells.find(({ tag }) => tag === null)!
      await s.run(10_000)
      s.broker.endOrder(orderId, null)
      return orderId
    }
    const orders = [await rests(), await rests()]
    const notifications = s.store.notifications.filter(({ key }) => key.includes('/in_the_way/'))
    expect(notifications.map(({ message }) => 'orders' in message && message.orders[0])).toEqual(orders)
  })

  it('a sale that is rejected for long is tried more seldom, so that calls are left for the rest of the day', async () => {
    const s = await opened()
    s.broker.failNext('sell', ...Array.from({ length: 200 }, () => NO_MARGIN))
    s.broker.endOrder(s.sells[0]!.orderId, null)
    await s.run(6 * 60_000)
    expect(s.trade.state).toBe('exiting')
    expect(s.placed('SELL').length).toBeGreaterThan(60)
    expect(s.placed('SELL').length).toBeLessThan(90)
  })

  it('a stop that sells what its trade no longer has takes it from the other, whose stop goes', async () => {
    const s = await openedTwice()
    const [first] = s.sells
    s.broker.failNext('cancel', { type: 'slow_cancel', ms: 60_000 })
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(8_000)
    // The cancel loses: it fills after all.
    s.broker.fillLate(first!.orderId)
    expect(s.broker.net()).toBe(0)
    await s.run(10_000)
    expect(s.broker.liveSellUnits()).toBe(0)
    expect(s.alarms).toContainEqual(expect.stringMatching(/^short/))
    expect(s.store.tradesOf(ACCOUNT)).toMatchObject([
      { state: 'closed', manualExitQuantity: 65 },
      { state: 'closed', manualExitQuantity: 65 },
    ])
  })

  it('a position that merely reads small is not believed', async () => {
    const s = await opened()
    const positions = s.broker.positions.bind(s.broker)
    s.broker.positions = async () => ({ ok: true, value: [] })
    await s.run(20_000)
    expect(s.trade.state).toBe('open')
    expect(s.sells).toMatchObject([{ quantity: 65 }])
    s.broker.positions = positions
  })
})
