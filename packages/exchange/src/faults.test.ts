import { beforeEach, describe, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { ScriptedExchange, ME, OTHER, SETTLED } from './testing/scripted-exchange.ts'
import { at, orderFor } from './testing/scripted-market.ts'

let w: ScriptedExchange
beforeEach(() => {
  w = new ScriptedExchange()
})
const rupees = (amount: number) => Math.round(amount * 100) as Paise
const UNTIL = 60_000

describe('whom a fault meets', () => {
  it.each([
    [ME, 'REJECTED', 'COMPLETE'],
    [OTHER, 'COMPLETE', 'REJECTED'],
    [null, 'REJECTED', 'REJECTED'],
  ])('set for %s', (account, mine, theirs) => {
    w.set({ kind: 'reject_next', count: 2, message: 'no' }, 0, account)
    const [first, second] = [w.place(), w.place({}, 0, OTHER)]
    expect(w.row(first, SETTLED)!.status).toBe(mine)
    expect(w.row(second, SETTLED, OTHER)!.status).toBe(theirs)
  })

  it('counts down and goes', () => {
    w.set({ kind: 'reject_next', count: 2, message: 'no' })
    const ids = [w.place(), w.place(), w.place()]
    expect(ids.map((id) => w.row(id, SETTLED)!.status)).toEqual(['REJECTED', 'REJECTED', 'COMPLETE'])
    expect(w.exchange.faults).toEqual([])
  })

  it('replaces a standing one of its kind and scope', () => {
    w.set({ kind: 'slow', addMs: 1 })
    w.set({ kind: 'slow', addMs: 2 })
    w.set({ kind: 'slow', addMs: 3 }, 0, null)
    expect(w.exchange.faults.map((entry) => entry.fault)).toEqual([
      { kind: 'slow', addMs: 2 },
      { kind: 'slow', addMs: 3 },
    ])
    w.exchange.clearFaults(ME, at(0))
    expect(w.exchange.faults).toHaveLength(1)
  })
})

describe('refuse_next', () => {
  const refusal = { httpStatus: 503, errorType: 'NetworkException', message: 'not now' }

  it.each<[string, (id: string) => { ok: boolean }]>([
    ['place', () => w.exchange.place(ME, orderFor(w.call), at(SETTLED))],
    ['modify', (id) => w.exchange.modify(ME, 'regular', id, { price: rupees(101) }, at(SETTLED))],
    ['cancel', (id) => w.exchange.cancel(ME, 'regular', id, at(SETTLED))],
  ])('meets %s, once, and nothing happens', (_, make) => {
    const id = w.resting()
    w.set({ kind: 'refuse_next', count: 1, refusal }, SETTLED)
    expect(make(id)).toEqual({ ok: false, refusal })
    expect(w.exchange.orders(ME, at(2 * SETTLED)).map(({ status, price }) => [status, price])).toEqual([['OPEN', 100]])
    expect(make(id).ok).toBe(true)
  })
})

it('reject_next takes the order, then rejects it with the text', () => {
  w.set({ kind: 'reject_next', count: 1, message: 'no', messageRaw: 'RMS:no' })
  const id = w.place()
  expect(w.row(id, 0)!.status).toBe('PUT ORDER REQ RECEIVED')
  expect(w.row(id, SETTLED)).toMatchObject({ status: 'REJECTED', status_message: 'no', status_message_raw: 'RMS:no' })
  expect(w.events.at(-1)).toMatchObject({ type: 'order', status: 'REJECTED', postback: true })
})

describe('cancel_loses', () => {
  it('fills the rest at the order’s own limit before the cancel', () => {
    const id = w.resting()
    w.set({ kind: 'cancel_loses', count: 1 }, SETTLED)
    expect(w.exchange.cancel(ME, 'regular', id, at(SETTLED)).ok).toBe(true)
    expect(w.row(id, SETTLED)!.status).toBe('CANCEL PENDING')
    expect(w.row(id, 2 * SETTLED)).toMatchObject({ status: 'COMPLETE', average_price: 100, cancelled_quantity: 0 })
    expect(w.held(2 * SETTLED)).toBe(65)
    expect(w.exchange.faults).toEqual([])
  })

  it('fills the stop whose cancel it beats', () => {
    w.place()
    w.exchange.advance(at(SETTLED))
    const stop = w.place({ side: 'SELL', orderType: 'SL', triggerPrice: rupees(110), price: rupees(105) }, SETTLED)
    expect(w.row(stop, 2 * SETTLED)!.status).toBe('TRIGGER PENDING')
    w.set({ kind: 'cancel_loses', count: 1 }, 2 * SETTLED)
    w.exchange.cancel(ME, 'regular', stop, at(2 * SETTLED))
    expect(w.row(stop, 3 * SETTLED)).toMatchObject({ status: 'COMPLETE', average_price: 105 })
    expect(w.held(3 * SETTLED)).toBe(0)
  })
})

describe('fill_cap', () => {
  it('deals out part fills, one a refresh, until the order is done', () => {
    w.set({ kind: 'fill_cap', quantity: 65 })
    const id = w.place({ quantity: 195 })
    const filled = [w.row(id, SETTLED)!.filled_quantity, w.row(id, SETTLED + 1)!.filled_quantity]
    for (let i = 1; i <= 2; i += 1) {
      w.refresh()
      filled.push(w.row(id, SETTLED + i * 500)!.filled_quantity)
    }
    expect(filled).toEqual([65, 65, 130, 195])
    expect(w.row(id, SETTLED + 1_000)!.status).toBe('COMPLETE')
    expect(w.events.flatMap((event) => (event.type === 'order' ? [event.status] : []))).toEqual([
      'OPEN',
      'UPDATE',
      'UPDATE',
      'COMPLETE',
    ])
  })

  it.each([
    [1, 65],
    [64, 65],
    [100, 65],
    [130, 130],
  ])('of %d units is %d: the exchange trades whole lots', (quantity, filled) => {
    w.set({ kind: 'fill_cap', quantity })
    expect(w.row(w.place({ quantity: 195 }), SETTLED)!.filled_quantity).toBe(filled)
  })

  it('leaves the rest of an immediate order cancelled', () => {
    w.set({ kind: 'fill_cap', quantity: 65 })
    const id = w.place({ quantity: 195, validity: 'IOC' })
    expect(w.row(id, SETTLED)).toMatchObject({ status: 'CANCELLED', filled_quantity: 65, cancelled_quantity: 130 })
  })
})

describe('hide', () => {
  it.each([false, true])('shows nothing of an accepted order for its time, the order held back: %s', (hold) => {
    w.set({ kind: 'hide', count: 1, forMs: 30_000, hold })
    const id = w.place()
    expect(w.row(id, 29_999)).toBeUndefined()
    expect(w.exchange.orderHistory(ME, id, at(29_999))).toBeUndefined()
    expect(w.exchange.trades(ME, at(29_999))).toEqual([])
    expect(w.events).toEqual([])
    expect(w.held(29_999)).toBe(hold ? 0 : 65)
    expect(w.row(id, 30_000)!.status).toBe(hold ? 'VALIDATION PENDING' : 'COMPLETE')
    expect(w.row(id, 30_000 + SETTLED)!.status).toBe('COMPLETE')
    expect(w.exchange.orderTrades(ME, id, at(30_000 + SETTLED))).toHaveLength(1)
    expect(w.events.at(-1)).toMatchObject({ status: 'COMPLETE' })
  })

  it.each([false, true])('ends when the faults are cleared, the order held back: %s', (hold) => {
    w.set({ kind: 'hide', count: 1, forMs: 1_800_000, hold })
    const id = w.place()
    w.exchange.advance(at(UNTIL))
    w.exchange.clearFaults(ME, at(UNTIL))
    expect(w.row(id, UNTIL + SETTLED)!.status).toBe('COMPLETE')
    expect(w.exchange.orderTrades(ME, id, at(UNTIL + SETTLED))).toHaveLength(1)
  })

  it('is not undone by a shorter fault on the same order', () => {
    w.set({ kind: 'hide', count: 1, forMs: 30_000 })
    w.set({ kind: 'stick', count: 1, status: 'OPEN PENDING', until: at(10_000), liveBehind: true })
    const id = w.place()
    expect(w.row(id, 29_999)).toBeUndefined()
    expect(w.row(id, 30_000)!.status).toBe('COMPLETE')
  })

  it('meets one order, not the next', () => {
    w.set({ kind: 'hide', count: 1, forMs: 30_000 })
    const [hidden, shown] = [w.place(), w.place()]
    expect([w.row(hidden, SETTLED), w.row(shown, SETTLED)?.status]).toEqual([undefined, 'COMPLETE'])
  })
})

describe('book_lag', () => {
  it('shows orders, trades and positions as they stood', () => {
    w.set({ kind: 'book_lag', lagMs: 20_000 })
    const id = w.place({}, 1_000)
    const seen = (when: number) => ({
      status: w.row(id, when)?.status,
      steps: w.exchange.orderHistory(ME, id, at(when))?.length ?? 0,
      trades: w.exchange.trades(ME, at(when)).length,
      held: w.held(when),
    })
    expect(seen(20_999)).toEqual({ status: undefined, steps: 0, trades: 0, held: 0 })
    expect(seen(21_000)).toEqual({ status: 'PUT ORDER REQ RECEIVED', steps: 1, trades: 0, held: 0 })
    expect(seen(21_000 + SETTLED)).toMatchObject({ status: 'COMPLETE', trades: 1, held: 65 })
  })

  it('does not hold the orders themselves, nor their updates', () => {
    w.set({ kind: 'book_lag', lagMs: 7_200_000 })
    const id = w.place()
    w.exchange.advance(at(SETTLED))
    expect(w.exchange.state.orders.get(id)!.status).toBe('COMPLETE')
    expect(w.events.at(-1)).toMatchObject({ type: 'order', status: 'COMPLETE' })
  })

  it('takes back a sale, and shows a carried position as the morning had it', () => {
    w.place()
    w.exchange.advance(at(SETTLED))
    const monday = istDate('2026-11-23')
    w.market.open(monday)
    w.refresh()
    const morning = istInstant(monday, 9, 20)
    const later = (ms: number) => (morning + ms) as typeof morning
    w.exchange.place(ME, orderFor(w.call, { side: 'SELL', price: rupees(119) }), morning)
    w.exchange.advance(later(SETTLED))
    const now = () => w.exchange.positions(ME, later(2 * SETTLED))
    expect(now().net).toMatchObject([{ quantity: 0, day_sell_quantity: 65 }])
    w.exchange.setFault(ME, { kind: 'book_lag', lagMs: 600_000 }, later(SETTLED))
    expect(now()).toMatchObject({ net: [{ quantity: 65, overnight_quantity: 65, day_sell_quantity: 0 }], day: [] })
  })

  it('takes back a conversion', () => {
    w.place()
    w.exchange.advance(at(SETTLED))
    const long = { tradingsymbol: w.call.tradingsymbol, side: 'BUY', quantity: 65, from: 'NRML', to: 'MIS' } as const
    expect(w.exchange.convert(ME, long, at(2 * SETTLED))).toBeUndefined()
    const products = () =>
      w.exchange
        .positions(ME, at(3 * SETTLED))
        .net.map(({ product, quantity, buy_value }) => [product, quantity, buy_value])
    expect(products()).toEqual([
      ['NRML', 0, 0],
      ['MIS', 65, 7_800],
    ])
    w.set({ kind: 'book_lag', lagMs: 2 * SETTLED }, 3 * SETTLED)
    expect(products()).toEqual([['NRML', 65, 7_800]])
  })

  it('is gone as soon as it is cleared', () => {
    w.set({ kind: 'book_lag', lagMs: 7_200_000 })
    const id = w.place()
    w.exchange.clearFaults(ME, at(SETTLED))
    expect(w.row(id, SETTLED)!.status).toBe('COMPLETE')
    expect(w.held(SETTLED)).toBe(65)
  })
})

it('cash_zero shows cash as 0 while net is right', () => {
  w.set({ kind: 'cash_zero' })
  expect(w.exchange.margins(ME, at(0))!.equity).toMatchObject({ net: 500_000, available: { cash: 0 } })
  expect(w.exchange.margins(OTHER, at(0))!.equity.available.cash).toBe(500_000)
})
