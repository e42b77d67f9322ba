import { beforeEach, describe, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { ScriptedExchange, ME, OTHER, SETTLED } from './testing/scripted-exchange.ts'
import { at, orderFor } from './testing/scripted-market.ts'

let w: ScriptedExchange
beforeEach(() => {
  w = new ScriptedExchange()
})

const HOUR = 3_600_000
const sale = (change = {}) => orderFor(w.call, { side: 'SELL', product: 'MIS', ...change })
const stopTerms = { orderType: 'SL' as const, triggerPrice: 9_000 as Paise, price: 8_000 as Paise }

/** One lot bought intraday. */
function bought(...accounts: string[]): void {
  for (const account of [ME, ...accounts]) w.place({ product: 'MIS' }, 0, account)
  for (const account of [ME, ...accounts]) expect(w.exchange.positions(account, at(SETTLED)).net[0]!.quantity).toBe(65)
}

describe('a fault for one side', () => {
  it('leaves orders of the other side alone', () => {
    w.set({ kind: 'stick', count: 1, status: 'VALIDATION PENDING', until: null, side: 'SELL' })
    w.set({ kind: 'reject_next', count: 1, message: 'no', side: 'SELL' })
    bought()
    expect(w.exchange.faults).toHaveLength(2)
  })

  it('holds a stop in validation for hours, unknown to the exchange, until its time is up', () => {
    bought()
    w.set({ kind: 'stick', count: 1, status: 'VALIDATION PENDING', until: at(2 * HOUR), side: 'SELL' }, SETTLED)
    const stop = w.exchange.place(ME, sale(stopTerms), at(SETTLED))
    expect(stop.ok).toBe(true)
    const id = stop.ok ? stop.orderId : ''
    // The price falls through the trigger: nothing happens, the exchange has never seen the order.
    w.market.quote(w.call, { bid: 5_000, ask: 5_010 })
    expect(w.row(id, HOUR)).toMatchObject({ status: 'VALIDATION PENDING', exchange_order_id: null, filled_quantity: 0 })
    w.refresh()
    expect(w.row(id, 2 * HOUR + SETTLED)!.status).toBe('TRIGGER PENDING')
  })

  it('accepts an order that no book ever shows and that never gets to the exchange', () => {
    bought()
    w.set({ kind: 'hide', count: 1, forMs: null, hold: true, side: 'SELL' }, SETTLED)
    const stop = w.exchange.place(ME, sale(stopTerms), at(SETTLED))
    expect(stop.ok).toBe(true)
    w.market.quote(w.call, { bid: 5_000, ask: 5_010 })
    expect(w.exchange.orders(ME, at(4 * HOUR))).toHaveLength(1)
    expect(w.exchange.trades(ME, at(4 * HOUR))).toHaveLength(1)
    expect(w.held(4 * HOUR)).toBe(65)
  })
})

it('message_next puts its text on every row of an order that goes on living', () => {
  const text = 'RMS:\u0000 \uD83D'
  w.set({ kind: 'message_next', count: 1, message: text })
  const id = w.place({ price: 10_000 as Paise })
  expect(w.row(id, SETTLED)).toMatchObject({ status: 'OPEN', status_message: text })
  expect(w.exchange.orderHistory(ME, id, at(SETTLED))!.every((row) => row.status_message === text)).toBe(true)
})

it('fail_modify takes a change, then leaves the order as it was and shows why', () => {
  const id = w.resting()
  w.set({ kind: 'fail_modify', count: 1, message: 'not now' }, SETTLED)
  expect(w.exchange.modify(ME, 'regular', id, { price: 10_100 as Paise }, at(SETTLED)).ok).toBe(true)
  expect(w.row(id, 2 * SETTLED)).toMatchObject({ status: 'OPEN', price: 100, status_message: 'not now' })
})

describe('square_off', () => {
  it('cancels what rests, sells what is held, costs its fee and is over', () => {
    bought(OTHER)
    const stop = w.exchange.place(ME, sale(stopTerms), at(SETTLED))
    w.exchange.advance(at(2 * SETTLED))
    w.set({ kind: 'square_off' }, 2 * SETTLED)
    for (let ms = 2 * SETTLED; ms <= 6 * SETTLED; ms += 500) {
      w.refresh()
      w.exchange.advance(at(ms))
    }
    expect(w.row(stop.ok ? stop.orderId : '', 6 * SETTLED)!.status).toBe('CANCELLED')
    const rows = w.exchange.orders(ME, at(6 * SETTLED))
    expect(rows.at(-1)).toMatchObject({ placed_by: 'RMS', transaction_type: 'SELL', status: 'COMPLETE' })
    expect(w.held(6 * SETTLED)).toBe(0)
    expect(w.exchange.positions(OTHER, at(6 * SETTLED)).net[0]!.quantity).toBe(65)
    expect(w.exchange.faults).toEqual([])
    expect(w.exchange.exchangeLog.some((entry) => entry.type === 'charges' && entry.amount === 5_900)).toBe(true)
  })

  it('meets a position for carrying too, and waits for the market to open', () => {
    const evening = istInstant(istDate('2026-11-20'), 15, 55)
    w.place()
    expect(w.held(SETTLED)).toBe(65)
    w.exchange.setFault(ME, { kind: 'square_off' }, evening)
    w.exchange.advance(evening)
    expect(w.exchange.orders(ME, evening)).toHaveLength(1)
  })
})

it('a forced conversion leaves the stop over nothing', () => {
  bought()
  w.exchange.place(ME, sale(stopTerms), at(SETTLED))
  const conversion = {
    tradingsymbol: w.call.tradingsymbol,
    side: 'BUY',
    quantity: 65,
    from: 'MIS',
    to: 'NRML',
  } as const
  expect(w.exchange.convert(ME, conversion, at(2 * SETTLED))?.message).toMatch(/not allowed/)
  expect(w.exchange.convert(ME, { ...conversion, isForced: true }, at(2 * SETTLED))).toBeUndefined()
  const net = w.exchange.positions(ME, at(2 * SETTLED)).net.map(({ product, quantity }) => [product, quantity])
  expect(net).toEqual([
    ['MIS', 0],
    ['NRML', 65],
  ])
  expect(w.exchange.orders(ME, at(2 * SETTLED)).at(-1)!.status).toBe('TRIGGER PENDING')
})

it('refuses our sale for margin once the owner’s own sale has taken the position', () => {
  bought()
  // Cash for a premium, far from enough for a short option.
  w.exchange.addCash(ME, -49_000_000 as Paise, at(SETTLED))
  const theirs = w.exchange.place(ME, sale({ price: 20_000 as Paise }), at(SETTLED))
  expect(theirs.ok && w.row(theirs.orderId, 2 * SETTLED)!.status).toBe('OPEN')
  const ownStop = w.exchange.place(ME, sale({ ...stopTerms, tag: 'ours' }), at(2 * SETTLED))
  expect(ownStop.ok && w.row(ownStop.orderId, 3 * SETTLED)).toMatchObject({
    status: 'REJECTED',
    status_message: expect.stringContaining('Insufficient funds'),
  })
})
