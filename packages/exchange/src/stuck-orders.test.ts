import { beforeEach, describe, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import type { StickyStatus } from './faults.ts'
import { ScriptedExchange, ME, SETTLED } from './testing/scripted-exchange.ts'
import { at } from './testing/scripted-market.ts'

let w: ScriptedExchange
beforeEach(() => {
  w = new ScriptedExchange()
})
const rupees = (amount: number) => Math.round(amount * 100) as Paise
const UNTIL = 60_000

/** Brings an order to where the next step is the one that sticks, and returns it. */
const toward: Record<StickyStatus, () => string> = {
  'VALIDATION PENDING': placed,
  'OPEN PENDING': placed,
  'MODIFY VALIDATION PENDING': modified,
  'MODIFY PENDING': modified,
  'CANCEL PENDING': cancelled,
}
function placed(): string {
  return w.place({ price: rupees(100) })
}
function modified(): string {
  const id = w.resting()
  expect(w.exchange.modify(ME, 'regular', id, { price: rupees(101) }, at(SETTLED)).ok).toBe(true)
  return id
}
function cancelled(): string {
  const id = w.resting()
  expect(w.exchange.cancel(ME, 'regular', id, at(SETTLED)).ok).toBe(true)
  return id
}

describe('stick', () => {
  const AFTER: Record<StickyStatus, object> = {
    'VALIDATION PENDING': { status: 'OPEN', price: 100 },
    'OPEN PENDING': { status: 'OPEN', price: 100 },
    'MODIFY VALIDATION PENDING': { status: 'OPEN', price: 101 },
    'MODIFY PENDING': { status: 'OPEN', price: 101 },
    'CANCEL PENDING': { status: 'CANCELLED' },
  }
  const statuses = Object.keys(toward) as StickyStatus[]
  const cases = statuses.flatMap((status) => [
    { status, liveBehind: false },
    { status, liveBehind: true },
  ])

  it.each(cases)('$status until its end, the exchange at work behind it: $liveBehind', ({ status, liveBehind }) => {
    w.set({ kind: 'stick', count: 1, status, until: at(UNTIL), liveBehind })
    const id = toward[status]()
    expect(w.row(id, UNTIL - 1)!.status).toBe(status)
    const truly = w.exchange.state.orders.get(id)!.status
    expect(truly).toBe(liveBehind ? (AFTER[status] as { status: string }).status : status)
    expect(w.row(id, UNTIL + SETTLED)).toMatchObject(AFTER[status])
  })

  it.each(cases)('$status until the faults are cleared, at work behind it: $liveBehind', ({ status, liveBehind }) => {
    w.set({ kind: 'stick', count: 1, status, until: null, liveBehind })
    const id = toward[status]()
    expect(w.row(id, 1_800_000)!.status).toBe(status)
    w.exchange.clearFaults(null, at(1_800_000))
    expect(w.row(id, 1_800_000 + SETTLED)).toMatchObject(AFTER[status])
  })

  it.each(statuses)('%s to an end that clearing the faults brings nearer', (status) => {
    w.set({ kind: 'stick', count: 1, status, until: at(1_800_000) })
    const id = toward[status]()
    expect(w.row(id, UNTIL)!.status).toBe(status)
    w.exchange.clearFaults(ME, at(UNTIL))
    expect(w.row(id, UNTIL + SETTLED)).toMatchObject(AFTER[status])
  })

  it('a second time, which the end of the first does not cut short', () => {
    w.set({ kind: 'stick', count: 1, status: 'MODIFY PENDING', until: at(UNTIL) })
    const id = modified()
    w.exchange.clearFaults(ME, at(2 * SETTLED))
    w.set({ kind: 'stick', count: 1, status: 'MODIFY PENDING', until: at(2 * UNTIL) }, 3 * SETTLED)
    w.exchange.modify(ME, 'regular', id, { price: rupees(102) }, at(3 * SETTLED))
    expect(w.row(id, UNTIL + SETTLED)).toMatchObject({ status: 'MODIFY PENDING', price: 101 })
    expect(w.row(id, 2 * UNTIL)).toMatchObject({ status: 'OPEN', price: 102 })
  })

  it.each(statuses)('%s, with an order that waits at the exchange filling all the same', (status) => {
    w.set({ kind: 'stick', count: 1, status, until: null })
    const id = toward[status]()
    w.exchange.advance(at(2 * SETTLED))
    w.market.quote(w.call, { bid: 9_900, ask: 9_950 })
    const reached = status !== 'VALIDATION PENDING' && status !== 'OPEN PENDING'
    expect(w.row(id, 3 * SETTLED)!.status).toBe(reached ? 'COMPLETE' : status)
    expect(w.held(3 * SETTLED)).toBe(reached ? 65 : 0)
  })

  it('OPEN PENDING, the fill behind it in the positions alone', () => {
    w.set({ kind: 'stick', count: 1, status: 'OPEN PENDING', until: at(UNTIL), liveBehind: true })
    const id = w.place()
    expect(w.row(id, UNTIL - 1)).toMatchObject({ status: 'OPEN PENDING', filled_quantity: 0 })
    expect(w.exchange.trades(ME, at(UNTIL - 1))).toEqual([])
    expect(w.held(UNTIL - 1)).toBe(65)
    expect(w.events).toEqual([])
    expect(w.row(id, UNTIL)).toMatchObject({ status: 'COMPLETE', filled_quantity: 65 })
    expect(w.exchange.trades(ME, at(UNTIL))).toHaveLength(1)
    expect(w.events.map((event) => event.type)).toEqual(['order', 'trade', 'order'])
  })

  it('OPEN PENDING, the fill behind it shown once the faults are cleared', () => {
    w.set({ kind: 'stick', count: 1, status: 'OPEN PENDING', until: null, liveBehind: true })
    const id = w.place()
    expect(w.exchange.trades(ME, at(UNTIL))).toEqual([])
    w.exchange.clearFaults(ME, at(UNTIL))
    expect(w.row(id, UNTIL)).toMatchObject({ status: 'COMPLETE' })
    expect(w.exchange.orderTrades(ME, id, at(UNTIL))).toHaveLength(1)
  })

  it('ends at the close like everything else', () => {
    w.set({ kind: 'stick', count: 1, status: 'OPEN PENDING', until: null })
    const id = w.place()
    const close = istInstant(istDate('2026-11-20'), 15, 40)
    expect(w.exchange.orders(ME, close).find((order) => order.order_id === id)!.status).toBe('CANCELLED')
    w.exchange.clearFaults(ME, close)
    expect(w.exchange.orders(ME, close)[0]!.status).toBe('CANCELLED')
  })

  it('meets the order it names alone, not one that comes there sooner', () => {
    const [first, second] = [w.place({ price: rupees(100) }), w.place({ price: rupees(100) })]
    w.set({ kind: 'stick', count: 1, status: 'CANCEL PENDING', until: null, orderId: second }, SETTLED)
    for (const id of [first, second]) w.exchange.cancel(ME, 'regular', id, at(SETTLED))
    expect([first, second].map((id) => w.row(id, UNTIL)!.status)).toEqual(['CANCELLED', 'CANCEL PENDING'])
  })

  it('meets the next order that comes there, not another status', () => {
    w.set({ kind: 'stick', count: 1, status: 'CANCEL PENDING', until: null })
    expect(w.row(w.place(), SETTLED)!.status).toBe('COMPLETE')
    expect(w.exchange.faults).toHaveLength(1)
  })
})

describe('slow', () => {
  it('adds to every step of the path', () => {
    w.set({ kind: 'slow', addMs: 20_000 })
    const id = placed()
    const at20 = [10_000, 30_000, 50_000, 70_000].map((when) => w.row(id, when)!.status)
    expect(at20).toEqual(['PUT ORDER REQ RECEIVED', 'VALIDATION PENDING', 'OPEN PENDING', 'OPEN'])
    w.exchange.modify(ME, 'regular', id, { price: rupees(101) }, at(70_000))
    const statuses = [75_000, 95_000, 115_000].map((when) => w.row(id, when)!.status)
    expect(statuses).toEqual(['MODIFY VALIDATION PENDING', 'MODIFY PENDING', 'OPEN'])
    w.exchange.cancel(ME, 'regular', id, at(115_000))
    expect([130_000, 140_000].map((when) => w.row(id, when)!.status)).toEqual(['CANCEL PENDING', 'CANCELLED'])
  })

  it('ends for the steps that follow', () => {
    w.set({ kind: 'slow', addMs: 20_000 })
    const id = placed()
    w.exchange.clearFaults(ME, at(1_000))
    expect(w.row(id, 15_000)!.status).toBe('PUT ORDER REQ RECEIVED')
    expect(w.row(id, 20_000 + SETTLED)!.status).toBe('OPEN')
  })
})
