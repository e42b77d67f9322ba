// @invariant old-book-proves-nothing
import { describe, expect, it } from 'vitest'
import type { BrokerOrder } from '../order/order.ts'
import { mayHoldTwo, opened } from '../testing/open-trade.ts'
import { ACCOUNT, CALL, rs, Scenario } from '../testing/scenario.ts'

const LAG_MS = 30_000

/** From now on every reading of the order book is as old as `LAG_MS`. */
function lag(s: Scenario): void {
  const history: { at: number; rows: readonly BrokerOrder[] }[] = [{ at: 0, rows: s.broker.book() }]
  const read = s.broker.orders.bind(s.broker)
  s.broker.orders = async () => {
    const answer = await read()
    if (!answer.ok) return answer
    history.push({ at: s.clock.now(), rows: answer.value })
    return { ok: true, value: history.findLast(({ at }) => at <= s.clock.now() - LAG_MS)?.rows ?? history[0]!.rows }
  }
}

/** The user cancels the stop (the socket reports it, and then falls silent), and the answer to the new one is lost. */
async function stopLostBehindOldBook(): Promise<Scenario> {
  const s = await opened()
  await s.run(60_000)
  lag(s)
  s.broker.failNext('sell', { type: 'lose_reply' })
  s.broker.endOrder(s.sells[0]!.orderId, null)
  s.broker.pushes = false
  return s
}

describe('a book that shows an order as it was before (B6, fault F12)', () => {
  it('proves nothing by what it lacks: the stop in doubt is not placed a second time', async () => {
    const s = await stopLostBehindOldBook()
    let most = 0
    for (let waited = 0; waited < 45_000; waited += 250) {
      await s.run(250)
      most = Math.max(most, s.broker.liveSellUnits())
    }
    expect(most).toBe(65)
    expect(s.placed('SELL')).toHaveLength(2)
    expect(s.store.intentsOf(ACCOUNT).filter(({ outcome }) => outcome.state === 'in_doubt')).toEqual([])
  })

  it('does not make the account short when the price falls through the stop meanwhile', async () => {
    const s = await stopLostBehindOldBook()
    await s.run(20_000)
    s.price(115, 115.2)
    await s.run(60_000)
    expect(s.broker.net()).toBe(0)
    expect(s.broker.fills().filter(({ side }) => side === 'SELL')).toHaveLength(1)
    expect(s.trade.state).toBe('closed')
  })
})

it('a lost answer to a sale is not followed by another while the positions do not show the units any more (B6)', async () => {
  const s = await opened()
  s.broker.pushes = false
  s.broker.failNext('modify', { type: 'refuse', code: 'other' })
  s.broker.failNext('sell', { type: 'lose_reply' })
  const orders = s.broker.orders.bind(s.broker)
  s.price(290, 290.2)
  // The exit fills, and no book shows it.
  s.broker.orders = async () => {
    const read = await orders()
    return read.ok ? { ...read, value: read.value.filter(({ kind, side }) => side === 'BUY' || kind === 'SL') } : read
  }
  await s.run(20_000)
  expect(s.broker.net()).toBe(0)
  s.broker.orders = orders
  await s.run(10_000)
  expect(s.broker.net()).toBe(0)
  expect(s.trade.state).toBe('closed')
})

describe('a part sold manually while the answer to a sale is lost (B6)', () => {
  const twoLots = () => {
    const s = new Scenario()
    s.facts((facts) => ({ ...facts, strategies: facts.strategies.map((one) => ({ ...one, lots: 2 })) }))
    return s
  }

  it('does not leave the rest without a stop: the order book shows whose sale it was', async () => {
    const s = twoLots()
    s.broker.failNext('sell', { type: 'lose_request' })
    await opened(s, 1_000)
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(6_000 + 13_000)
    expect(s.sells).toMatchObject([{ kind: 'SL', quantity: 65 }])
    expect(s.trade).toMatchObject({ state: 'open', manualExitQuantity: 65 })
  })

  it('explains no more than its own units: what the lost order sold too is not sold again', async () => {
    const s = await opened(twoLots())
    s.broker.pushes = false
    s.broker.failNext('modify', { type: 'refuse', code: 'modify_limit' })
    s.broker.failNext('sell', { type: 'lose_reply' })
    const orders = s.broker.orders.bind(s.broker)
    const isHidden = ({ kind, tag }: BrokerOrder) => tag !== null && tag.startsWith('x') && kind !== 'SL'
    s.broker.orders = async () => {
      const read = await orders()
      return read.ok ? { ...read, value: read.value.filter((order) => !isHidden(order)) } : read
    }
    s.price(290, 290.2)
    await s.run(1_000)
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(19_500)
    expect(s.store.intentsOf(ACCOUNT).findLast(({ kind }) => kind === 'exit')!.outcome.state).toBe('in_doubt')
    s.broker.orders = orders
    await s.run(5_000)
    expect(s.broker.book().filter(isHidden)).toHaveLength(1)
  })
})

it('an update that comes late does not take the terms of the stop back (B9g)', async () => {
  const s = await opened()
  const [before] = s.sells
  s.price(196, 196.2)
  await s.run(5_000)
  expect(s.sells).toMatchObject([{ trigger: rs(165.1) }])
  s.broker.say({ ...before!, updatedAt: s.sells[0]!.updatedAt })
  await s.run(900)
  expect(s.broker.calls.filter(({ kind }) => kind === 'modify')).toHaveLength(1)
})

it.each([
  ['and trades', (_s: Scenario) => undefined],
  ['alone', (s: Scenario) => void (s.broker.trades = () => Promise.resolve({ ok: true, value: [] }))],
])(
  'no second entry is sent while the positions %s show the first, which the order book lacks (B6)',
  async (_what, hide) => {
    const s = await new Scenario().start()
    s.broker.pushes = false
    s.broker.hidden.add('2000000000000000001')
    s.broker.failNext('buy', { type: 'lose_reply' })
    const trades = s.broker.trades.bind(s.broker)
    hide(s)
    s.decide()
    await s.run(30_000)
    expect(s.trade.state).toBe('entering')
    s.decide()
    await s.run(5_000)
    expect(s.placed('BUY')).toHaveLength(1)
    s.broker.trades = trades
    s.broker.hidden.clear()
    await s.run(5_000)
    expect(s.trade.state).toBe('open')
    expect(s.broker.liveSellUnits()).toBe(65)
  },
)

it('an entry that no book, no position and no trade shows is abandoned after ten seconds and a reading of each', async () => {
  const s = await new Scenario().start()
  s.broker.failNext('buy', { type: 'lose_request' })
  s.decide()
  await s.run(7_000 + 13_000)
  expect(s.trade).toMatchObject({ state: 'abandoned', why: 'in_doubt' })
})

it('an entry that the order book leaves out has its stop once the trade book shows the purchase (I1)', async () => {
  const s = await new Scenario().start()
  const orders = s.broker.orders.bind(s.broker)
  s.broker.pushes = false
  s.broker.orders = async () => ({ ok: true, value: [], partial: true })
  s.decide()
  await s.run(500)
  // A successor reads every book.
  s.kill()
  await s.start()
  expect([s.trade.state, s.broker.liveSellUnits()]).toEqual(['open', 65])
  expect(s.trade).toMatchObject({ entryPrice: rs(150.1), trigger: rs(120.1) })
  s.broker.orders = orders
  await s.run(20_000)
  expect([s.trade.state, s.broker.net(), s.broker.liveSellUnits()]).toEqual(['open', 65, 65])
  expect(s.placed('SELL')).toHaveLength(1)
  expect(s.broker.calls.filter(({ kind }) => kind === 'cancel')).toEqual([])
})

it('a stop raised behind a book that shows nothing is sold once the bid has left its new limit (I1)', async () => {
  const s = await opened()
  s.broker.pushes = false
  s.price(196, 196.2)
  await s.run(200)
  expect(s.sells).toMatchObject([{ trigger: rs(165.1), price: rs(155.1) }])
  // As it was before the entry: the order book, and with it the history of each order.
  s.broker.orders = async () => ({ ok: true, value: [] })
  s.broker.history = async () => ({ ok: true, value: [] })
  // The stop fires at the exchange, under its new limit and far above the one that the rows know.
  s.price(140, 140.2)
  await s.run(6_000)
  expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([0, 0])
  expect(s.trade).toMatchObject({ exitReason: 'stop_through' })
  expect(s.placed('SELL')).toHaveLength(1)
})

it.each([
  ['a second', 1_000],
  ['four seconds', 4_000],
])(
  'a book that shows what the user made of our stop %s after our last change of it proves what it lacks (I1)',
  async (_what, laterMs) => {
    const s = await opened(mayHoldTwo(), 5_000)
    s.broker.failNext('sell', { type: 'lose_request' })
    s.decide()
    await s.run(5_000)
    expect(s.sells).toHaveLength(1)
    s.price(230, 230.2)
    await s.run(300)
    const [moved] = s.sells
    await s.run(laterMs)
    const raised = { kind: 'SL', quantity: 65, trigger: rs(220), price: rs(210) } as const
    s.broker.changeOrderManually(moved!.orderId, raised)
    await s.run(15_000)
    expect(s.sells).toMatchObject([raised, { kind: 'SL', quantity: 65 }])
  },
)

it('a book without a change that the exchange has thrown out, with its reason, proves what it lacks (I1)', async () => {
  const s = await opened(mayHoldTwo(), 5_000)
  const [first] = s.sells
  s.broker.failNext('sell', { type: 'lose_request' })
  s.decide()
  await s.run(6_000)
  const orders = s.broker.orders.bind(s.broker)
  s.broker.modify = async (orderId, _terms, guard) =>
    guard() ? { type: 'accepted', orderId } : { type: 'refused', code: 'not_sent', text: '' }
  s.broker.orders = async () => {
    const read = await orders()
    const message = '17070: The Price is out of the LPP range'
    return read.ok
      ? { ...read, value: read.value.map((row) => (row.orderId === first!.orderId ? { ...row, message } : row)) }
      : read
  }
  for (let bid = 230; bid < 262; bid += 2) {
    s.price(bid, bid + 0.2)
    await s.run(1_000)
  }
  expect(s.sells.map(({ orderId }) => orderId)).toHaveLength(2)
})
