import { beforeEach, describe, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { Exchange } from './exchange.ts'
import type { OrderRequest } from './order-types.ts'
import { parseOrderForm } from './orders/order-form.ts'
import { ScriptedExchange, ME, SETTLED } from './testing/scripted-exchange.ts'
import { at, orderFor } from './testing/scripted-market.ts'

let w: ScriptedExchange
beforeEach(() => {
  w = new ScriptedExchange()
})

const refusalOf = (request: OrderRequest, when = at(0)) => {
  const outcome = w.exchange.place(ME, request, when)
  return outcome.ok ? 'taken' : outcome.refusal.message
}

describe('an iceberg', () => {
  const iceberg = (change: Partial<OrderRequest> = {}) =>
    orderFor(w.call, {
      variety: 'iceberg',
      quantity: 325,
      iceberg: { legs: 3, legQuantity: 130 },
      tag: 'ice',
      ...change,
    })

  it('goes out leg by leg, each when the one before is filled', () => {
    const placed = w.exchange.place(ME, iceberg(), at(0))
    expect(placed.ok).toBe(true)
    for (let ms = 0; ms <= 5 * SETTLED; ms += 1_000) {
      w.refresh()
      w.exchange.advance(at(ms))
    }
    const rows = w.exchange.orders(ME, at(5 * SETTLED))
    expect(rows.map(({ quantity, status, variety, tag }) => [quantity, status, variety, tag])).toEqual([
      [130, 'COMPLETE', 'iceberg', 'ice'],
      [130, 'COMPLETE', 'iceberg', 'ice'],
      [65, 'COMPLETE', 'iceberg', 'ice'],
    ])
    expect(rows.map(({ meta }) => meta)).toEqual(
      [195, 65, 0].map((remaining_quantity, i) => ({
        iceberg: { leg: i + 1, legs: 3, leg_quantity: 130, total_quantity: 325, remaining_quantity },
      })),
    )
    expect(rows.map(({ parent_order_id }) => parent_order_id)).toEqual([null, rows[0]!.order_id, rows[0]!.order_id])
    expect(w.held(5 * SETTLED)).toBe(325)
  })

  it('ends with a leg that is cancelled, and keeps the size of its legs', () => {
    const placed = w.exchange.place(ME, iceberg({ price: 10_000 as Paise }), at(0))
    const id = placed.ok ? placed.orderId : ''
    expect(w.row(id, SETTLED)!.status).toBe('OPEN')
    const resized = w.exchange.modify(ME, 'iceberg', id, { quantity: 195 }, at(SETTLED))
    expect(resized.ok).toBe(false)
    expect(w.exchange.cancel(ME, 'regular', id, at(SETTLED)).ok).toBe(false)
    expect(w.exchange.cancel(ME, 'iceberg', id, at(SETTLED)).ok).toBe(true)
    expect(w.exchange.orders(ME, at(3 * SETTLED)).map(({ status }) => status)).toEqual(['CANCELLED'])
  })

  it.each<[string, Partial<OrderRequest>]>([
    ['one leg', { iceberg: { legs: 1, legQuantity: 325 } }],
    ['51 legs', { quantity: 65 * 51, iceberg: { legs: 51, legQuantity: 65 } }],
    ['legs that do not make up the order', { iceberg: { legs: 4, legQuantity: 130 } }],
    ['a leg that is no whole lot', { iceberg: { legs: 4, legQuantity: 100 } }],
    ['an order that is no whole lot', { quantity: 300 }],
    ['immediate or cancel', { validity: 'IOC' }],
    ['a stop', { orderType: 'SL', triggerPrice: 13_000 as Paise, price: 13_100 as Paise }],
  ])('is refused with %s', (_what, change) => expect(refusalOf(iceberg(change))).not.toBe('taken'))

  it('may be larger than the freeze quantity, its legs may not', () => {
    const large = { quantity: 65 * 54, price: 10 as Paise }
    expect(refusalOf(iceberg({ ...large, iceberg: { legs: 2, legQuantity: 65 * 27 } }))).toBe('taken')
    expect(refusalOf(iceberg({ ...large, quantity: 65 * 56, iceberg: { legs: 2, legQuantity: 65 * 28 } }))).toMatch(
      /maximum quantity/,
    )
  })

  it('needs its fields in the form', () => {
    const form = { exchange: 'NFO', tradingsymbol: 'X', transaction_type: 'BUY', order_type: 'LIMIT', product: 'MIS' }
    expect(parseOrderForm('iceberg', { ...form, quantity: '325' })).toMatchObject({ ok: false })
    const whole = { ...form, quantity: '325', iceberg_legs: '3', iceberg_quantity: '130' }
    expect(parseOrderForm('iceberg', whole)).toMatchObject({ value: { iceberg: { legs: 3, legQuantity: 130 } } })
  })
})

describe('an after market order', () => {
  const amo = (change: Partial<OrderRequest> = {}) => orderFor(w.call, { variety: 'amo', tag: 'late', ...change })
  const friday = istDate('2026-11-20')
  const monday = istDate('2026-11-23')
  const evening = istInstant(friday, 16)
  const open = istInstant(monday, 9, 15)

  /** The next trading day, whose list holds the contract too. */
  function nextDay(): void {
    w.market.open(monday)
    w.market.quote(w.call, { bid: 11_990, ask: 12_000 })
  }

  it.each([
    [9, 9, 'taken'],
    [9, 10, 'refused'],
    [9, 30, 'refused'],
    [15, 44, 'refused'],
    [15, 45, 'taken'],
    [22, 0, 'taken'],
  ])('placed at %i:%i is %s', (hour, minute, outcome) => {
    const exchange = new Exchange({ seed: 'amo', market: w.market, now: istInstant(friday, 8) })
    exchange.openAccount(ME, 50_000_000 as Paise, istInstant(friday, 8))
    const placed = exchange.place(ME, amo(), istInstant(friday, hour, minute))
    expect(placed.ok ? 'taken' : 'refused').toBe(outcome)
  })

  it('waits over the night and the weekend, and goes its way at the open', () => {
    const placed = w.exchange.place(ME, amo(), evening)
    const id = placed.ok ? placed.orderId : ''
    expect(w.exchange.orders(ME, evening)[0]).toMatchObject({ status: 'AMO REQ RECEIVED', variety: 'amo', tag: 'late' })
    nextDay()
    w.exchange.advance(istInstant(monday, 9))
    expect(w.exchange.orders(ME, istInstant(monday, 9, 1))[0]).toMatchObject({
      order_id: id,
      status: 'AMO REQ RECEIVED',
    })
    w.exchange.advance(open)
    nextDay()
    w.exchange.advance((open + SETTLED) as typeof open)
    const row = w.exchange.orders(ME, (open + SETTLED) as typeof open)[0]
    expect(row).toMatchObject({ order_id: id, status: 'COMPLETE', filled_quantity: 65 })
    const history = w.exchange.orderHistory(ME, id, (open + SETTLED) as typeof open)!
    expect(history.map(({ status }) => status)).toEqual([
      'AMO REQ RECEIVED',
      'VALIDATION PENDING',
      'OPEN PENDING',
      'OPEN',
      'COMPLETE',
    ])
    // The next order of the day has an exchange id of its own.
    const other = w.exchange.place(ME, orderFor(w.call), (open + SETTLED) as typeof open)
    expect(other.ok).toBe(true)
    const rows = w.exchange.orders(ME, (open + 2 * SETTLED) as typeof open)
    expect(new Set(rows.map(({ exchange_order_id }) => exchange_order_id)).size).toBe(2)
  })

  it('is changed and cancelled while it waits, at once', () => {
    const placed = w.exchange.place(ME, amo(), evening)
    const id = placed.ok ? placed.orderId : ''
    expect(w.exchange.modify(ME, 'amo', id, { price: 11_000 as Paise }, evening).ok).toBe(true)
    expect(w.exchange.orders(ME, evening)[0]).toMatchObject({ status: 'AMO REQ RECEIVED', price: 110, modified: true })
    expect(w.exchange.cancel(ME, 'amo', id, evening).ok).toBe(true)
    expect(w.exchange.orderHistory(ME, id, evening)!.map(({ status }) => status)).toEqual([
      'AMO REQ RECEIVED',
      'MODIFY AMO REQ RECEIVED',
      'AMO REQ RECEIVED',
      'CANCEL AMO REQ RECEIVED',
      'CANCELLED',
    ])
    nextDay()
    w.exchange.advance(open)
    expect(w.exchange.orders(ME, open)).toEqual([])
  })

  it('takes no market order', () =>
    expect(refusalOf(amo({ orderType: 'MARKET', marketProtection: -1, price: 0 as Paise }), evening)).toMatch(/limit/))
})
