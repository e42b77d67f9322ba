// @invariant manual-sale-seen
import type { BrokerOrder } from '../order/order.ts'
import { describe, expect, it } from 'vitest'
import { CALL, rs, Scenario } from '../testing/scenario.ts'

const RAISED = { kind: 'SL', quantity: 130, trigger: rs(140), price: rs(130) } as const
const SOLD = (s: Scenario) => s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
const CONVERTED = (s: Scenario) => {
  const positions = s.broker.positions.bind(s.broker)
  s.broker.positions = async () => {
    const read = await positions()
    const value = ['MIS', 'NRML'].map((product) => ({ tradingsymbol: CALL.tradingsymbol, product, quantity: 65 }))
    return read.ok ? { ok: true, value } : read
  }
}

/** Two lots and their stop; no updates come. */
async function opened(): Promise<Scenario> {
  const s = new Scenario()
  s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, lots: 2 })) }))
  await s.start()
  s.decide()
  await s.run(5_000)
  s.broker.pushes = false
  await s.run(3_000)
  return s
}

/** The order book fails for so long, while everything else is read. */
function failBook(s: Scenario, ms: number): void {
  const orders = s.broker.orders.bind(s.broker)
  s.broker.orders = async () => ({ ok: false, code: 'unavailable', text: 'away' })
  s.clock.alarm(ms, () => (s.broker.orders = orders))
}

/** The order book is shown as it is now for so long, as one that lags. */
function holdBook(s: Scenario, ms: number): void {
  const orders = s.broker.orders.bind(s.broker)
  const value: readonly BrokerOrder[] = s.broker.book()
  s.broker.orders = async () => ({ ok: true, value })
  s.clock.alarm(ms, () => (s.broker.orders = orders))
}

const lowered = (s: Scenario) =>
  s.broker.calls.filter(
    ({ kind, terms }) => kind === 'modify' && terms?.kind === 'SL' && terms.trigger < RAISED.trigger,
  )

describe('a stop that the user raises before units are taken out manually', () => {
  it.each([
    ['sold, while the order book fails', SOLD, failBook],
    ['converted, while the order book fails', CONVERTED, failBook],
    ['sold, while the order book lags', SOLD, holdBook],
  ])('is fitted where it stands: %s', async (_what, act, hinder) => {
    const s = await opened()
    const [stop] = s.sells
    expect([s.sells.length, stop!.quantity, s.broker.net()]).toEqual([1, 130, 130])
    hinder(s, 20_000)
    s.broker.changeOrderManually(stop!.orderId, RAISED)
    act(s)
    await s.run(8_000)
    expect(s.sells).toMatchObject([{ orderId: stop!.orderId, quantity: 65, trigger: RAISED.trigger }])
    expect(lowered(s)).toEqual([])
    await s.run(30_000)
    expect(s.sells).toMatchObject([{ quantity: 65, trigger: RAISED.trigger }])
    expect(s.trade).toMatchObject({ state: 'open', trigger: RAISED.trigger, manualExitQuantity: 65 })
  })

  it('is fitted within seconds by the last sight where nothing shows it', async () => {
    const s = await opened()
    const [stop] = s.sells
    failBook(s, 60_000)
    s.broker.history = async () => ({ ok: false, code: 'unavailable', text: 'away' })
    SOLD(s)
    await s.run(7_000)
    expect(s.sells).toMatchObject([{ orderId: stop!.orderId, quantity: 65, trigger: stop!.trigger }])
    expect(s.alarms).toEqual([])
  })
})
