import { describe, expect, it } from 'vitest'
import type { BrokerOrder } from '../order/order.ts'
import { opened } from '../testing/opened.ts'
import { ACCOUNT, rs, type Scenario } from '../testing/scenario.ts'

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

/** The user cancels the stop (the socket says so, and then falls silent), and the answer to the new one is lost. */
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
  s.broker.failNext('modify', { type: 'refuse', code: 'processing' })
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
