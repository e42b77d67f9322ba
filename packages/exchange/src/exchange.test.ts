import { beforeEach, describe, expect, it } from 'vitest'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant, istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { Exchange } from './exchange.ts'
import type { ExchangeEvent, OrderRequest } from './order-types.ts'
import { at, ScriptedMarket, orderFor } from './testing/scripted-market.ts'

const ME = 'SW1001'
const rupees = (amount: number) => Math.round(amount * 100) as Paise
const CASH = rupees(500_000)
/** Longer than any leg of the status path. */
const SETTLED = 5_000

let market: ScriptedMarket
let exchange: Exchange
let call: OptionContract
let events: ExchangeEvent[]

beforeEach(() => {
  market = new ScriptedMarket()
  call = market.contract()
  market.quote(call, { bid: 11_990, ask: 12_000 })
  exchange = new Exchange({ seed: 'test', market, now: at(0) })
  exchange.openAccount(ME, CASH, at(0))
  events = []
  exchange.subscribe((event) => events.push(event))
})

function place(change: Partial<OrderRequest>, when = 0): string {
  const outcome = exchange.place(ME, orderFor(call, change), at(when))
  if (!outcome.ok) throw new Error(outcome.refusal.message)
  return outcome.orderId
}

const row = (orderId: string, when: number) =>
  exchange.orders(ME, at(when)).find((order) => order.order_id === orderId)!
const path = (orderId: string, when: number) => exchange.orderHistory(ME, orderId, at(when))!.map((step) => step.status)
const live = (when: number) => rupees(exchange.margins(ME, at(when))!.equity.available.live_balance)

describe('the way of an order', () => {
  it('passes every status of the sheet and fills at the asked prices', () => {
    const id = place({ price: rupees(120.1), quantity: 975 })
    expect(path(id, SETTLED)).toEqual([
      'PUT ORDER REQ RECEIVED',
      'VALIDATION PENDING',
      'OPEN PENDING',
      'OPEN',
      'OPEN',
      'COMPLETE',
    ])
    expect(row(id, SETTLED)).toMatchObject({ filled_quantity: 975, average_price: (650 * 120 + 325 * 120.05) / 975 })
    expect(exchange.orderTrades(ME, id, at(SETTLED)).map((trade) => trade.quantity)).toEqual([650, 325])
    expect(exchange.orderTrades(ME, id, at(SETTLED))[0]!.order_timestamp).toMatch(/^10:00:0\d$/)
  })

  it('is read without being rebuilt while nothing happens to it', () => {
    const id = place({ price: rupees(100) })
    exchange.advance(at(SETTLED))
    const before = row(id, SETTLED)
    expect(row(id, 2 * SETTLED)).toBe(before)
    exchange.cancel(ME, 'regular', id, at(2 * SETTLED))
    expect(row(id, 2 * SETTLED)).toMatchObject({ status: 'CANCEL PENDING' })
    expect(before.status).toBe('OPEN')
  })

  it('gives ids of 19 digits that a double cannot hold', () => expect(place({})).toMatch(/^\d{19}$/))

  it('sends postbacks of fills and ends, frames of everything the books show', () => {
    place({ price: rupees(120.1), quantity: 975 })
    exchange.advance(at(SETTLED))
    expect(events.map((event) => (event.type === 'order' ? `${event.status} ${event.postback}` : 'trade'))).toEqual([
      'OPEN false',
      'trade',
      'UPDATE true',
      'trade',
      'COMPLETE true',
    ])
  })

  it('cancels what an IOC order does not get, without ever showing it open', () => {
    const id = place({ validity: 'IOC', quantity: 1300 })
    expect(path(id, SETTLED)).not.toContain('OPEN')
    expect(row(id, SETTLED)).toMatchObject({ status: 'CANCELLED', filled_quantity: 650, cancelled_quantity: 650 })
  })

  it('ends a TTL order after its minutes', () => {
    const id = place({ validity: 'TTL', validityTtlMinutes: 2, price: rupees(100) })
    expect(row(id, 60_000).status).toBe('OPEN')
    expect(row(id, 130_000).status).toBe('CANCELLED')
  })

  it('leaves taken quantity taken until the quote is refreshed', () => {
    const first = place({ quantity: 650 })
    expect(row(first, SETTLED).filled_quantity).toBe(650)
    const second = place({ quantity: 650 }, SETTLED)
    expect(row(second, 2 * SETTLED).filled_quantity).toBe(0)
    market.quote(call, { bid: 11_990, ask: 12_000 })
    expect(row(second, 2 * SETTLED + 1).filled_quantity).toBe(650)
  })

  it('fills a resting order at its own limit, not at the price that ran past it', () => {
    const id = place({ price: rupees(115) })
    market.quote(call, { bid: 11_000, ask: 11_010 })
    exchange.advance(at(50))
    market.quote(call, { bid: 11_990, ask: 12_000 })
    expect(row(id, SETTLED).status).toBe('OPEN')
    market.quote(call, { bid: 11_000, ask: 11_010 })
    expect(row(id, SETTLED + 1)).toMatchObject({ status: 'COMPLETE', average_price: 115 })
  })

  it('turns a market order into a limit order at its protection price, whose rest stays', () => {
    market.quote(call, { bid: 11_990, ask: 12_000, quantity: 65 })
    const id = place({ orderType: 'MARKET', price: 0 as Paise, marketProtection: -1, quantity: 650, tag: 'e1' })
    expect(row(id, SETTLED)).toMatchObject({
      order_type: 'LIMIT',
      price: 122.4,
      status: 'OPEN',
      filled_quantity: 325,
      tags: ['e1', 'mktp', 'mktp:2.00'],
    })
  })

  it('refuses SL-M at the exchange with 16052', () => {
    place({ quantity: 65 })
    exchange.advance(at(SETTLED))
    const id = place(
      { orderType: 'SL-M', side: 'SELL', price: 0 as Paise, triggerPrice: rupees(100), marketProtection: 3 },
      SETTLED,
    )
    expect(row(id, 2 * SETTLED)).toMatchObject({
      status: 'REJECTED',
      status_message_raw: '16052 Function not available',
    })
  })
})

describe('a market order', () => {
  it('is rejected in a contract that never traded', () => {
    const request = orderFor(market.contract(24_600), { orderType: 'MARKET', marketProtection: 5, price: 0 as Paise })
    exchange.place(ME, request, at(0))
    expect(exchange.orders(ME, at(SETTLED))[0]!.status_message_raw).toContain('17181')
  })
})

describe('a stop', () => {
  const stopFor = (price: number, when: number) =>
    place({ orderType: 'SL', side: 'SELL', triggerPrice: rupees(110), price: rupees(price) }, when)

  beforeEach(() => {
    place({})
    exchange.advance(at(SETTLED))
  })

  it('waits for the last price, then trades down to its limit', () => {
    const id = stopFor(100, SETTLED)
    expect(row(id, 2 * SETTLED).status).toBe('TRIGGER PENDING')
    market.quote(call, { bid: 10_900, ask: 10_950, last: 10_950 })
    expect(row(id, 2 * SETTLED + 1)).toMatchObject({ status: 'COMPLETE', average_price: 109 })
  })

  it('rests when the price jumps past its limit', () => {
    const id = stopFor(108, SETTLED)
    exchange.advance(at(2 * SETTLED))
    market.quote(call, { bid: 10_000, ask: 10_100, last: 10_050 })
    expect(row(id, 2 * SETTLED + 1)).toMatchObject({ status: 'OPEN', filled_quantity: 0 })
  })

  it('is cancelled when its limit lies below the protection range at the trigger', () => {
    const id = stopFor(50, SETTLED)
    exchange.advance(at(2 * SETTLED))
    market.quote(call, { bid: 10_900, ask: 10_950, last: 10_950 })
    expect(row(id, 2 * SETTLED + 1)).toMatchObject({ status: 'CANCELLED' })
    expect(row(id, 2 * SETTLED + 1).status_message).toContain('limit price protection')
  })

  it('fires while a change is under way, the book keeping the pending status', () => {
    const id = stopFor(108, SETTLED)
    exchange.advance(at(2 * SETTLED))
    exchange.setFault(ME, { kind: 'stick', count: 1, status: 'MODIFY PENDING', until: null }, at(2 * SETTLED))
    const change = { price: rupees(107), triggerPrice: rupees(110) }
    expect(exchange.modify(ME, 'regular', id, change, at(2 * SETTLED)).ok).toBe(true)
    expect(row(id, 3 * SETTLED).status).toBe('MODIFY PENDING')
    market.quote(call, { bid: 10_000, ask: 10_100, last: 10_050 })
    expect(row(id, 4 * SETTLED)).toMatchObject({
      status: 'MODIFY PENDING',
      exchange_update_timestamp: istText(at(4 * SETTLED)),
    })
    exchange.clearFaults(ME, at(5 * SETTLED))
    expect(row(id, 6 * SETTLED)).toMatchObject({ status: 'OPEN', price: 107, filled_quantity: 0 })
  })

  it('becomes the exit by a change to LIMIT', () => {
    const id = stopFor(100, SETTLED)
    exchange.advance(at(2 * SETTLED))
    exchange.modify(ME, 'regular', id, { orderType: 'LIMIT', price: rupees(119) }, at(2 * SETTLED))
    expect(row(id, 3 * SETTLED)).toMatchObject({ status: 'COMPLETE', average_price: 119.9, modified: true })
    expect(path(id, 3 * SETTLED)).toEqual(
      expect.arrayContaining(['MODIFY VALIDATION PENDING', 'MODIFY PENDING', 'MODIFIED', 'OPEN']),
    )
  })

  it('keeps its place as a limit order when a change repeats SL after it fired', () => {
    const id = stopFor(108, SETTLED)
    exchange.advance(at(2 * SETTLED))
    market.quote(call, { bid: 10_000, ask: 10_100, last: 10_050 })
    exchange.advance(at(2 * SETTLED + 1))
    const change = { orderType: 'SL' as const, price: rupees(100), triggerPrice: rupees(110) }
    expect(exchange.modify(ME, 'regular', id, change, at(2 * SETTLED + 1)).ok).toBe(true)
    expect(row(id, 3 * SETTLED)).toMatchObject({ status: 'COMPLETE', average_price: 100 })
  })
})

describe('changes and cancels', () => {
  it('modifies 25 times and refuses the 26th, the order staying as it is', () => {
    const id = place({ price: rupees(100) })
    for (let i = 1; i <= 25; i += 1) {
      const change = { price: rupees(100 + i * 0.05) }
      expect(exchange.modify(ME, 'regular', id, change, at(i * SETTLED)).ok, `change ${i}`).toBe(true)
    }
    const last = exchange.modify(ME, 'regular', id, { price: rupees(99) }, at(26 * SETTLED))
    expect(last).toMatchObject({ ok: false, refusal: { message: 'Maximum allowed order modifications exceeded.' } })
    expect(row(id, 27 * SETTLED)).toMatchObject({ status: 'OPEN', price: 101.25 })
  })

  it('fills at the old price while a change is under way', () => {
    const id = place({ price: rupees(115) })
    exchange.advance(at(SETTLED))
    exchange.modify(ME, 'regular', id, { price: rupees(90) }, at(SETTLED))
    market.quote(call, { bid: 11_400, ask: 11_410 })
    exchange.advance(at(SETTLED + 1))
    expect(row(id, SETTLED + 1)).toMatchObject({ status: 'COMPLETE', average_price: 115 })
  })

  it('fails a change it has no funds for, and the order lives on', () => {
    const id = place({ price: rupees(100), quantity: 650 })
    exchange.advance(at(SETTLED))
    exchange.modify(ME, 'regular', id, { quantity: 1755, price: rupees(119) }, at(SETTLED))
    exchange.modify(ME, 'regular', id, { quantity: 1755, price: rupees(119) }, at(2 * SETTLED))
    exchange.addCash(ME, rupees(-400_000), at(2 * SETTLED + 1))
    expect(exchange.modify(ME, 'regular', id, { quantity: 1755, price: rupees(119.5) }, at(3 * SETTLED)).ok).toBe(true)
    expect(row(id, 4 * SETTLED)).toMatchObject({ status: 'OPEN', price: 119, quantity: 1755 })
    expect(row(id, 4 * SETTLED).status_message).toContain('Insufficient funds')
  })

  it('cancels and frees the premium', () => {
    const id = place({ price: rupees(100) })
    expect(live(SETTLED)).toBe(CASH - 65 * rupees(100))
    exchange.cancel(ME, 'regular', id, at(SETTLED))
    expect(row(id, 2 * SETTLED)).toMatchObject({ status: 'CANCELLED', cancelled_quantity: 65, status_message: null })
    expect(live(2 * SETTLED)).toBe(CASH)
  })

  it.each(['another variety', 'no order'])('does not find %s', (what) => {
    const id = place({ price: rupees(100) })
    const [variety, orderId] = what === 'no order' ? ['regular', '1'] : ['amo', id]
    expect(exchange.cancel(ME, variety, orderId, at(SETTLED))).toMatchObject({
      ok: false,
      refusal: { httpStatus: 400, message: "Couldn't find that `order_id`." },
    })
  })
})

describe('money', () => {
  it('blocks the limit price and books the fill price, with charges', () => {
    const id = place({ price: rupees(121) })
    expect(row(id, SETTLED).average_price).toBe(120)
    // 20 + 0.03553 % + 0.0001 % + 0.003 % of 7,800 and GST: signals reference §7 checks the table itself.
    expect(CASH - live(SETTLED) - 65 * rupees(120)).toBe(rupees(27.11))
  })

  it('rejects an order without funds after taking it', () => {
    const id = place({ quantity: 1755, price: rupees(120) })
    expect(row(id, SETTLED)).toMatchObject({ status: 'OPEN', filled_quantity: 650 })
    const second = place({ quantity: 1755, price: rupees(200) }, SETTLED)
    expect(row(second, 2 * SETTLED)).toMatchObject({ status: 'REJECTED', exchange_order_id: null })
    expect(row(second, 2 * SETTLED).status_message).toMatch(/^Insufficient funds. Required margin is 351000.00 but/)
    expect(row(second, 2 * SETTLED).status_message_raw).toMatch(/^RMS:Margin Exceeds,Required:351000.00,/)
  })

  it('does not buy with collateral', () => {
    exchange.openAccount('SW1002', 0 as Paise, at(0), CASH)
    exchange.place('SW1002', orderFor(call), at(0))
    expect(exchange.orders('SW1002', at(SETTLED))[0]!.status).toBe('REJECTED')
    expect(exchange.margins('SW1002', at(SETTLED))!.equity).toMatchObject({ net: 500_000, available: { cash: 0 } })
  })

  it('asks for margin before it lets a position turn short', () => {
    place({ quantity: 65 })
    exchange.advance(at(SETTLED))
    const both = [0, 1].map(() => place({ side: 'SELL', price: rupees(130), quantity: 65 }, SETTLED))
    exchange.advance(at(2 * SETTLED))
    exchange.addCash(ME, rupees(-400_000), at(2 * SETTLED))
    const third = place({ side: 'SELL', price: rupees(130), quantity: 65 }, 2 * SETTLED)
    expect(both.map((id) => row(id, 3 * SETTLED).status)).toEqual(['OPEN', 'OPEN'])
    expect(row(third, 3 * SETTLED).status).toBe('REJECTED')
  })
})

describe('the day', () => {
  const close = istInstant(istDate('2026-11-20'), 15, 40)
  const late = (ms: number) => (close + ms) as EpochMs

  it('squares off intraday positions before the close, at a fee', () => {
    place({ product: 'MIS' })
    exchange.advance(late(-360_000))
    exchange.advance(late(-299_000))
    exchange.advance(late(-290_000))
    const [net] = exchange.positions(ME, late(-280_000)).net
    expect(net).toMatchObject({ product: 'MIS', quantity: 0, day_sell_quantity: 65 })
    const rms = exchange.orders(ME, late(-280_000)).at(-1)!
    expect(rms).toMatchObject({ placed_by: 'RMS', transaction_type: 'SELL', status: 'COMPLETE' })
    expect(exchange.exchangeLog.filter((entry) => entry.type === 'charges' && entry.amount === 5_900)).toHaveLength(1)
  })

  it('takes the resting stop of such a position away first, and sells it once', () => {
    place({ product: 'MIS' })
    exchange.advance(at(SETTLED))
    const stop = { side: 'SELL', orderType: 'SL', triggerPrice: rupees(110), price: rupees(100) } as const
    const id = place({ ...stop, product: 'MIS' }, SETTLED)
    for (const ms of [-360_000, -299_000, -298_000, -290_000]) exchange.advance(late(ms))
    expect(row(id, 0).status).toBe('CANCELLED')
    expect(exchange.trades(ME, late(-280_000)).map((trade) => trade.transaction_type)).toEqual(['BUY', 'SELL'])
    expect(exchange.positions(ME, late(-280_000)).net).toMatchObject([{ quantity: 0 }])
  })

  it('cancels what is open at the close and empties the book overnight, the position staying', () => {
    place({})
    exchange.advance(at(SETTLED))
    const id = place({ price: rupees(100) }, SETTLED)
    expect(exchange.orders(ME, late(0)).find((order) => order.order_id === id)!.status).toBe('CANCELLED')
    const monday = istDate('2026-11-23')
    market.open(monday)
    const morning = istInstant(monday, 9)
    expect(exchange.orders(ME, morning)).toEqual([])
    expect(exchange.trades(ME, morning)).toEqual([])
    expect(exchange.positions(ME, morning)).toMatchObject({
      net: [{ quantity: 65, overnight_quantity: 65, average_price: 120, buy_value: 7800 }],
      day: [],
    })
  })

  it('pays expiring options at the close of the index', () => {
    const expiry = istDate('2026-11-23')
    place({})
    exchange.advance(at(SETTLED))
    market.open(expiry)
    exchange.advance(istInstant(expiry, 10))
    const before = live(0)
    market.setSpot('NIFTY', 24_600)
    const evening = istInstant(expiry, 16, 30)
    exchange.advance(evening)
    const paid = exchange.exchangeLog.find((entry) => entry.type === 'expiry_settled')
    expect(paid).toMatchObject({ amount: 65 * rupees(100), charges: rupees(9.75) })
    expect(rupees(exchange.margins(ME, evening)!.equity.available.live_balance) - before).toBe(
      65 * rupees(100) - rupees(9.75),
    )
    expect(exchange.positions(ME, evening).net[0]).toMatchObject({ quantity: 0 })
  })

  it('is still found by a clock that leaps over the weekend', () => {
    const id = place({ price: rupees(100) })
    market.open(istDate('2026-11-23'))
    exchange.advance(istInstant(istDate('2026-11-23'), 12))
    expect(
      exchange.exchangeLog.some((entry) => entry.type === 'status' && entry.orderId === id && entry.to === 'CANCELLED'),
    ).toBe(true)
    expect(live(0)).toBe(CASH)
  })
})
