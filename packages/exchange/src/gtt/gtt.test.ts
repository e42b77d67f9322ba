import { beforeEach, describe, expect, it } from 'vitest'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { addDays, DAY_MS, istDate, istInstant, istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { Exchange } from '../exchange.ts'
import { at, ScriptedMarket, orderFor } from '../testing/scripted-market.ts'
import type { GttLeg, GttRequest } from '../gtt-types.ts'

const ME = 'SW1001'
const rupees = (amount: number) => Math.round(amount * 100) as Paise
const SETTLED = 5_000
const FRIDAY = istDate('2026-11-20')
/** Expires in the week after next: days can pass before it does. */
const LATER = istDate('2026-12-01')

let market: ScriptedMarket
let exchange: Exchange
let call: OptionContract

beforeEach(() => {
  market = new ScriptedMarket(FRIDAY)
  call = market.instruments.options.find((o) => o.symbol === 'NIFTY' && o.strike === 24_500 && o.expiry === LATER)!
  market.quote(call, { bid: 11_990, ask: 12_000 })
  exchange = new Exchange({ seed: 'test', market, now: at(0) })
  exchange.openAccount(ME, rupees(500_000), at(0))
})

const leg = (change: Partial<GttLeg> = {}): GttLeg => ({
  exchange: 'NFO',
  tradingsymbol: call.tradingsymbol,
  side: 'SELL',
  quantity: call.lotSize,
  orderType: 'LIMIT',
  product: 'NRML',
  price: rupees(100),
  ...change,
})
const single = (trigger: number, legChange: Partial<GttLeg> = {}, change: Partial<GttRequest> = {}): GttRequest => ({
  type: 'single',
  exchange: 'NFO',
  tradingsymbol: call.tradingsymbol,
  lastPrice: rupees(120),
  triggerPrices: [rupees(trigger)],
  legs: [leg(legChange)],
  ...change,
})
const twoLeg = (low: number, high: number): GttRequest =>
  single(
    0,
    {},
    { type: 'two-leg', triggerPrices: [rupees(low), rupees(high)], legs: [leg(), leg({ price: rupees(140) })] },
  )

function place(request: GttRequest, when: EpochMs = at(0)): number {
  const outcome = exchange.placeGtt(ME, request, when)
  if (!outcome.ok) throw new Error(outcome.refusal.message)
  return outcome.triggerId
}
const shown = (id: number, when: EpochMs) => exchange.gtt(ME, id, when)!
const last = (price: number) => market.quote(call, { bid: price - 10, ask: price, last: price })
const hold = () => exchange.place(ME, orderFor(call), at(0))

it('shows the row of the sheet', () => {
  const id = place(single(110))
  expect(shown(id, at(1_000))).toEqual({
    id,
    user_id: ME,
    parent_trigger: null,
    type: 'single',
    created_at: '2026-11-20 10:00:00',
    updated_at: '2026-11-20 10:00:00',
    expires_at: '2026-12-01 15:40:00',
    status: 'active',
    condition: {
      exchange: 'NFO',
      last_price: 120,
      tradingsymbol: call.tradingsymbol,
      trigger_values: [110],
      instrument_token: call.token,
    },
    orders: [
      {
        exchange: 'NFO',
        tradingsymbol: call.tradingsymbol,
        product: 'NRML',
        order_type: 'LIMIT',
        transaction_type: 'SELL',
        quantity: 65,
        price: 100,
        result: null,
      },
    ],
    meta: {},
  })
})

describe('a trigger is refused', () => {
  it.each<[string, () => GttRequest, RegExp]>([
    ['as MIS', () => single(110, { product: 'MIS' }), /Only NRML/],
    ['as a market order', () => single(110, { orderType: 'MARKET' }), /Only LIMIT/],
    ['closer than 0.25 %', () => single(119.75), /0\.25%/],
    ['off the tick', () => single(110.02), /[Tt]ick size/],
    ['with a price off the tick', () => single(110, { price: rupees(100.01) }), /[Tt]ick size/],
    ['with part of a lot', () => single(110, { quantity: 64 }), /lot size/],
    ['without a quantity', () => single(110, { quantity: 0 }), /orders.quantity/],
    ['in another segment', () => single(110, {}, { exchange: 'NSE' }), /exchange/],
    ['in an unknown contract', () => single(110, {}, { tradingsymbol: 'NIFTY26X' }), /tradingsymbol/],
    ['with an order in another contract', () => single(110, { tradingsymbol: 'NIFTY26X' }), /orders.tradingsymbol/],
    ['with two legs that lie on one side', () => twoLeg(100, 110), /below and above/],
    ['with its legs upside down', () => twoLeg(140, 110), /below and above/],
    ['with a leg too few', () => ({ ...twoLeg(110, 140), legs: [leg()] }), /orders/],
    ['with a price too many', () => single(110, {}, { triggerPrices: [rupees(110), rupees(140)] }), /trigger_values/],
  ])('%s', (_, request, message) => {
    const outcome = exchange.placeGtt(ME, request(), at(0))
    expect(outcome).toMatchObject({ ok: false, refusal: { httpStatus: 400, message: expect.stringMatching(message) } })
    expect(exchange.gtts(ME, at(0))).toEqual([])
  })

  it('exactly 0.25 % away is far enough', () => expect(exchange.placeGtt(ME, single(119.7), at(0)).ok).toBe(true))

  it('when 250 are active, until one is gone', () => {
    const place = (i: number) => exchange.placeGtt(ME, single(110), at(i * 200))
    const ids = Array.from({ length: 250 }, (_, i) => place(i)).map((outcome) => outcome.ok && outcome.triggerId)
    expect(new Set(ids).size).toBe(250)
    expect(place(250)).toMatchObject({ ok: false, refusal: { message: expect.stringContaining('250') } })
    expect(exchange.deleteGtt(ME, ids[0] as number, at(60_000)).ok).toBe(true)
    expect(exchange.placeGtt(ME, single(110), at(61_000)).ok).toBe(true)
  })

  it('beyond ten calls a second, as orders are', () => {
    const outcomes = Array.from({ length: 11 }, () => exchange.placeGtt(ME, single(110), at(0)))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(10)
    expect(outcomes[10]).toMatchObject({ refusal: { httpStatus: 429 } })
  })
})

describe('a trigger fires', () => {
  it.each([
    ['at or below a price under the last one', 110, [11_005], 11_000],
    ['at or above a price over the last one', 130, [12_995], 13_000],
  ])('%s', (_, trigger, harmless, reached) => {
    hold()
    const id = place(single(trigger))
    for (const [i, price] of harmless.entries()) {
      last(price)
      expect(shown(id, at(SETTLED + i)).status).toBe('active')
    }
    last(reached)
    expect(shown(id, at(2 * SETTLED))).toMatchObject({
      status: 'triggered',
      updated_at: istText(at(2 * SETTLED)),
      orders: [
        {
          result: {
            account_id: ME,
            validity: 'DAY',
            timestamp: istText(at(2 * SETTLED)),
            triggered_at: reached / 100,
            meta: JSON.stringify({ gtt: id }),
            order_result: { status: 'success', rejection_reason: '' },
          },
        },
      ],
    })
    const [order] = exchange.orders(ME, at(3 * SETTLED)).filter((row) => row.transaction_type === 'SELL')
    expect(order).toMatchObject({ status: 'COMPLETE', order_type: 'LIMIT', price: 100, product: 'NRML', tag: null })
    expect(shown(id, at(3 * SETTLED)).orders[0]!.result!.order_result.order_id).toBe(order!.order_id)
  })

  it('once, and never again', () => {
    hold()
    place(single(110))
    for (let i = 1; i <= 3; i += 1) {
      last(10_900)
      exchange.advance(at(i * 2 * SETTLED))
      last(12_000)
      exchange.advance(at(i * 2 * SETTLED + SETTLED))
    }
    expect(exchange.orders(ME, at(8 * SETTLED)).filter((row) => row.transaction_type === 'SELL')).toHaveLength(1)
  })

  it.each([
    ['low', 10_900, 0],
    ['high', 13_500, 1],
  ])('by one leg alone: the %s one', (_, price, fired) => {
    hold()
    const id = place(twoLeg(110, 135))
    last(price)
    const { status, orders } = shown(id, at(SETTLED))
    expect(status).toBe('triggered')
    expect(orders.map((order) => order.result?.order_result.status ?? null)).toEqual(
      fired === 0 ? ['success', null] : [null, 'success'],
    )
    last(fired === 0 ? 13_500 : 10_900)
    expect(exchange.orders(ME, at(2 * SETTLED)).filter((row) => row.transaction_type === 'SELL')).toHaveLength(1)
  })

  it('at the open, when a night jumped over its price, and not before', () => {
    hold()
    const id = place(single(110))
    const monday = istDate('2026-11-23')
    exchange.advance(istInstant(FRIDAY, 16))
    market.open(monday)
    market.quote(call, { bid: 10_090, ask: 10_100, last: 10_100 })
    expect(shown(id, istInstant(monday, 9)).status).toBe('active')
    expect(shown(id, istInstant(monday, 9, 15)).orders[0]!.result).toMatchObject({ triggered_at: 101 })
    expect(exchange.positions(ME, istInstant(monday, 9, 16)).net[0]).toMatchObject({
      quantity: 0,
      overnight_quantity: 65,
    })
  })

  it('and its limit may stay unfilled', () => {
    hold()
    place(single(110, { price: rupees(109) }))
    last(10_000)
    exchange.advance(at(SETTLED))
    expect(exchange.orders(ME, at(2 * SETTLED)).at(-1)).toMatchObject({ status: 'OPEN', filled_quantity: 0 })
  })

  it('and fails where the order would be refused', () => {
    const id = place(single(110))
    market.limits = { lower: rupees(105), upper: rupees(200) }
    last(10_900)
    expect(shown(id, at(SETTLED))).toMatchObject({
      status: 'triggered',
      orders: [
        {
          result: {
            order_result: { status: 'failed', order_id: '', rejection_reason: expect.stringMatching(/circuit/) },
          },
        },
      ],
    })
    expect(exchange.orders(ME, at(SETTLED))).toEqual([])
  })

  it('without having blocked a rupee before: funds are checked then', () => {
    place(single(130, { side: 'BUY', price: rupees(135), quantity: 1300 }))
    expect(exchange.margins(ME, at(0))!.equity.available.live_balance).toBe(500_000)
    exchange.addCash(ME, rupees(-490_000), at(0))
    last(13_000)
    exchange.advance(at(SETTLED))
    expect(exchange.orders(ME, at(2 * SETTLED))[0]).toMatchObject({
      status: 'REJECTED',
      status_message: expect.stringMatching(/^Insufficient funds/),
    })
  })

  it('beside a stop that was there first, and leaves the account short', () => {
    hold()
    const id = place(single(105))
    exchange.advance(at(SETTLED))
    const stop = { side: 'SELL', orderType: 'SL', triggerPrice: rupees(110), price: rupees(100) } as const
    exchange.place(ME, orderFor(call, stop), at(SETTLED))
    exchange.advance(at(2 * SETTLED))
    last(10_900)
    expect(exchange.positions(ME, at(3 * SETTLED)).net).toMatchObject([{ quantity: 0 }])
    last(10_500)
    expect(shown(id, at(4 * SETTLED)).status).toBe('triggered')
    expect(exchange.positions(ME, at(5 * SETTLED)).net).toMatchObject([{ quantity: -call.lotSize }])
  })

  it('no other account’s', () => {
    exchange.openAccount('SW1002', rupees(1), at(0))
    const id = place(single(110))
    expect(exchange.gtt('SW1002', id, at(0))).toBeUndefined()
    expect(exchange.deleteGtt('SW1002', id, at(0))).toMatchObject({ ok: false })
    expect(exchange.replaceGtt('SW1002', id, single(111), at(0))).toMatchObject({ ok: false })
    expect(shown(id, at(0)).status).toBe('active')
  })
})

describe('the life of a trigger', () => {
  it('is replaced whole, keeping its id', () => {
    const id = place(twoLeg(110, 135))
    expect(exchange.replaceGtt(ME, id, single(105, { quantity: 130 }), at(SETTLED))).toEqual({
      ok: true,
      triggerId: id,
    })
    expect(shown(id, at(SETTLED))).toMatchObject({
      type: 'single',
      created_at: istText(at(0)),
      updated_at: istText(at(SETTLED)),
      condition: { trigger_values: [105] },
      orders: [{ quantity: 130 }],
    })
    last(10_900)
    expect(shown(id, at(2 * SETTLED)).status).toBe('active')
    expect(exchange.replaceGtt(ME, id, single(109), at(2 * SETTLED))).toMatchObject({
      refusal: { message: expect.stringContaining('0.25%') },
    })
    last(10_500)
    expect(shown(id, at(3 * SETTLED)).status).toBe('triggered')
  })

  it('ends by the client’s hand, and is not to be had again', () => {
    const id = place(single(110))
    expect(exchange.deleteGtt(ME, id, at(1_000))).toEqual({ ok: true, triggerId: id })
    last(10_900)
    expect(shown(id, at(SETTLED)).status).toBe('deleted')
    expect(exchange.orders(ME, at(SETTLED))).toEqual([])
    expect(exchange.deleteGtt(ME, id, at(SETTLED))).toMatchObject({ ok: false })
    expect(exchange.replaceGtt(ME, id, single(100), at(SETTLED))).toMatchObject({ ok: false })
    expect(exchange.deleteGtt(ME, 1, at(SETTLED))).toMatchObject({
      refusal: { message: expect.stringContaining('trigger_id') },
    })
  })

  it('ends with its contract', () => {
    const id = place(single(110))
    market.open(LATER)
    last(12_000)
    const close = istInstant(LATER, 15, 40)
    expect(shown(id, (close - 1) as EpochMs).status).toBe('active')
    expect(shown(id, close)).toMatchObject({ status: 'expired', updated_at: '2026-12-01 15:40:00' })
    expect(exchange.placeGtt(ME, single(110), close)).toMatchObject({
      refusal: { message: expect.stringContaining('tradingsymbol') },
    })
  })

  it('ends with its contract while a clock leaps past it', () => {
    const id = place(single(110))
    const after = addDays(LATER, 1)
    market.open(after)
    expect(shown(id, istInstant(after, 10)).status).toBe('expired')
  })

  it('ends when the lot size changes', () => {
    const id = place(single(110))
    const monday = istDate('2026-11-23')
    market.open(monday)
    const options = market.instruments.options.map((option) => ({ ...option, lotSize: 75 }))
    market.instruments = { ...market.instruments, options }
    expect(shown(id, istInstant(monday, 9)).status).toBe('cancelled')
  })

  it.each(['disabled', 'cancelled', 'rejected'] as const)('ends as %s by the broker’s will', (status) => {
    exchange.setFault(ME, { kind: 'end_gtt', count: 1, status }, at(0))
    const [ended, other] = [place(single(110)), place(single(110))]
    last(10_900)
    expect(shown(ended, at(SETTLED)).status).toBe(status)
    expect(shown(other, at(SETTLED)).status).toBe('triggered')
  })

  it('is listed for seven days after its end, and as long as it is active', () => {
    const ended = place(single(110))
    const active = place(single(111))
    exchange.deleteGtt(ME, ended, at(1_000))
    const listed = (when: EpochMs) => exchange.gtts(ME, when).map((row) => row.id)
    expect(listed((at(1_000) + 7 * DAY_MS) as EpochMs)).toEqual([ended, active])
    expect(listed((at(1_001) + 7 * DAY_MS) as EpochMs)).toEqual([active])
    expect(exchange.gtt(ME, ended, (at(1_001) + 7 * DAY_MS) as EpochMs)).toBeUndefined()
  })

  it('is in the log', () => {
    const id = place(twoLeg(110, 135))
    exchange.placeGtt(ME, single(119.75), at(0))
    exchange.replaceGtt(ME, id, single(110), at(0))
    last(10_900)
    exchange.advance(at(SETTLED))
    const deleted = place(single(90), at(SETTLED))
    exchange.deleteGtt(ME, deleted, at(SETTLED))
    expect(exchange.exchangeLog.map((entry) => entry.type).filter((type) => type.startsWith('gtt'))).toEqual([
      'gtt_taken',
      'gtt_refused',
      'gtt_replaced',
      'gtt_fired',
      'gtt_taken',
      'gtt_ended',
    ])
  })
})
