import { istInstant, istDate } from '@strikewise/domain/time/ist.ts'
import { isStorable } from '@strikewise/domain/text/storable-text.ts'
import fc from 'fast-check'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { fixtureData, fixtureJson } from '../../tests/fixtures/load.ts'
import { kiteProfile, kiteSession } from './account.ts'
import { kiteBasketMargin, kiteMargin, kiteOrderCharges } from './calculation.ts'
import { kiteCandle } from './candle.ts'
import { cashForOptions, kiteFunds, kiteFundsBySegment } from './funds.ts'
import { kiteGtt } from './gtt.ts'
import { orderUpdate } from './order-update.ts'
import { hasTag, isTerminal, kiteOrder } from './order.ts'
import { parseKeyedRows, parseRows } from './parse.ts'
import { kitePosition } from './position.ts'
import { kiteLtp, kiteOhlc, kiteQuote } from './quote.ts'
import { kiteTrade } from './trade.ts'

const day = istDate('2026-11-25')
const goodOrder = () => ({ ...(fixtureData('synthetic/orders_option_day.json') as Record<string, unknown>[])[0]! })
const goodTrade = () => ({ ...(fixtureData('synthetic/order_trades_two_fills.json') as Record<string, unknown>[])[0]! })

/** Every text inside a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

describe('hostile texts of the broker (B2)', () => {
  const hostile = ['RMS:Blocked \u0000 margin', 'half \ud83d', '\udc00', `${'x'.repeat(499)}😀`, 'a\nb', '\u0000']

  it.each([
    ['order', kiteOrder, goodOrder],
    ['fill', kiteTrade, goodTrade],
  ] as const)('in any field of an %s are cleaned, or drop their row', (_what, schema, good) => {
    let retained = 0
    for (const field of Object.keys(good()))
      for (const text of hostile) {
        const read = parseRows<z.ZodType>(schema, [{ ...good(), [field]: text }])!
        retained += read.rows.length
        expect(textsIn(read).filter((one) => !isStorable(one))).toEqual([])
      }
    expect(retained).toBeGreaterThan(0)
  })

  it.each(hostile)('%j in the words of a rejection leaves the order readable', (text) => {
    const read = parseRows(kiteOrder, [{ ...goodOrder(), status: 'REJECTED', status_message: text, tags: [text] }])
    expect(read?.dropped).toEqual([])
    expect(isStorable(read!.rows[0]!.statusMessage!)).toBe(true)
  })

  it('as the id of an order drop it and name it: cleaned it would be another order', () => {
    const read = parseRows(kiteOrder, [{ ...goodOrder(), order_id: '1\u0000' }, goodOrder()])
    expect([read?.rows.length, read?.dropped.length]).toEqual([1, 1])
  })

  it('a fill at no price is dropped and named', () => {
    const read = parseRows(kiteTrade, [{ ...goodTrade(), average_price: 0 }])
    expect(read?.dropped[0]?.reason).toBe('average_price: nothing is traded at 0')
  })
})

describe('lists of rows', () => {
  it.each([
    ['official/orders.json', kiteOrder, 4],
    ['official/order_info.json', kiteOrder, 8],
    ['synthetic/orders_option_day.json', kiteOrder, 6],
    ['synthetic/order_history_sl_trail_then_fill.json', kiteOrder, 10],
    ['official/order_trades.json', kiteTrade, 1],
    ['synthetic/order_trades_two_fills.json', kiteTrade, 2],
    ['official/order_margins.json', kiteMargin, 1],
    ['synthetic/charges_orders_response.json', kiteOrderCharges, 2],
    ['official/gtt_get_orders.json', kiteGtt, 2],
  ] as const)('%s is read whole', (file, schema, count) => {
    const read = parseRows(schema, fixtureData(file))
    expect(read?.dropped).toEqual([])
    expect(read?.rows).toHaveLength(count)
  })

  it('drops a fill with a fraction of a paisa, names it, and keeps the others', () => {
    const read = parseRows(kiteTrade, fixtureData('official/trades.json'))
    expect(read?.rows).toHaveLength(3)
    expect(read?.dropped).toEqual([
      {
        index: 1,
        reason: 'average_price: not whole paise: ₹72.755',
        orderId: '500000000000000',
        tag: null,
        exchange: 'CDS',
      },
    ])
  })

  it.each([null, 'orders', { orders: [] }, 3])('%j is no list', (data) => {
    expect(parseRows(kiteOrder, data)).toBeUndefined()
  })

  it.each([null, 'quotes', [], 3])('%j is no object of rows', (data) => {
    expect(parseKeyedRows(kiteLtp, data)).toBeUndefined()
  })

  it('keeps hostile keys as keys', () => {
    const read = parseKeyedRows(
      kiteLtp,
      JSON.parse('{"__proto__":{"instrument_token":1,"last_price":2},"NSE:X":{"last_price":-1}}'),
    )
    expect([...read!.rows]).toEqual([['__proto__', { token: 1, lastPrice: 200 }]])
    expect(read!.dropped.map((row) => row.key)).toEqual(['NSE:X'])
  })
})

describe('an order', () => {
  it('comes out in paise, epoch ms and text ids', () => {
    expect(kiteOrder.parse(goodOrder())).toMatchObject({
      orderId: '2059900000000000001',
      exchangeOrderId: '1100000000000101',
      status: 'COMPLETE',
      orderedAt: istInstant(day, 9, 31, 4),
      side: 'BUY',
      price: 12150,
      triggerPrice: 0,
      averagePriceRupees: 121.225,
      filledQuantity: 130,
      tag: 'e01k9f3',
    })
  })

  it.each<[what: string, change: Record<string, unknown>]>([
    ['an unknown status', { status: 'HELD AT THE EXCHANGE' }],
    ['an unknown field', { terminal_id: 'ZZ', charges: {} }],
    ['no exchange id yet', { exchange_order_id: null, exchange_timestamp: null, exchange_update_timestamp: '' }],
    ['an exact numeric id', { order_id: 151220000000000 }],
    ['no tags', { tags: undefined, tag: null }],
    ['no token', { instrument_token: undefined }],
    ['null prices', { price: null, trigger_price: null }],
    ['a quantity with a decimal point', { quantity: 130.0 }],
  ])('with %s is kept', (_what, change) => {
    expect(kiteOrder.safeParse({ ...goodOrder(), ...change }).success).toBe(true)
  })

  it.each<[what: string, change: Record<string, unknown>]>([
    ['an id rounded by JSON', { order_id: JSON.parse('2059900000000000001') as number }],
    ['no id', { order_id: '' }],
    ['no status', { status: null }],
    ['half a unit', { filled_quantity: 0.5 }],
    ['a negative price', { price: -1 }],
    ['a price of three decimals', { price: 121.005 }],
    ['a date that is none', { order_timestamp: '2026-13-25 09:31:04' }],
    ['an unknown side', { transaction_type: 'HOLD' }],
    ['NaN', { quantity: Number.NaN }],
  ])('with %s is dropped', (_what, change) => {
    const read = parseRows(kiteOrder, [goodOrder(), { ...goodOrder(), ...change }])
    expect(read?.rows).toHaveLength(1)
    expect(read?.dropped).toHaveLength(1)
  })

  it.each([
    ['COMPLETE', true],
    ['CANCELLED', true],
    ['REJECTED', true],
    ['OPEN', false],
    ['CANCEL PENDING', false],
    ['complete', false],
    ['A STATE NOBODY KNOWS', false],
  ])('%s is terminal: %j', (status, terminal) => expect(isTerminal(status)).toBe(terminal))

  it('is found by tag among the broker’s own tags', () => {
    const order = kiteOrder.parse({ ...goodOrder(), tag: null, tags: ['mktp', 'x02k9f3', 'mktp:3.00'] })
    expect(hasTag(order, 'x02k9f3')).toBe(true)
    expect(hasTag(order, 'x02')).toBe(false)
  })
})

it.each<[what: string, change: Record<string, unknown>]>([
  ['no units', { quantity: 0 }],
  ['no time', { fill_timestamp: null }],
  ['no id', { trade_id: null }],
])('a fill of %s is dropped', (_what, change) => {
  expect(kiteTrade.safeParse({ ...goodTrade(), ...change }).success).toBe(false)
})

it('an order update is the order and whose it is', () => {
  const update = orderUpdate.parse(fixtureJson('synthetic/postback_update_partial_fill.json'))
  expect(update).toMatchObject({ userId: 'ZZ0001', unfilledQuantity: 130 })
  expect(update.order).toMatchObject({ status: 'UPDATE', filledQuantity: 65, tag: 'e02k9f3' })
  expect(orderUpdate.safeParse({ ...(fixtureJson('official/postback.json') as object), quantity: -1 }).success).toBe(
    false,
  )
})

it('positions keep signed quantities', () => {
  const { net, day } = fixtureData('official/positions.json') as { net: unknown; day: unknown }
  expect(parseRows(kitePosition, net)?.rows.map((p) => p.quantity)).toEqual([1, 0, 0])
  expect(parseRows(kitePosition, day)?.rows.map((p) => p.quantity)).toEqual([-3, 1, 0])
  const flat = fixtureData('synthetic/positions_flat_after_exit.json') as { net: unknown }
  expect(parseRows(kitePosition, flat.net)?.rows[0]).toMatchObject({ quantity: 0, pnlRupees: -471.25 })
})

describe('funds', () => {
  const { equity } = kiteFundsBySegment.parse(fixtureData('official/margins.json'))

  it.each<[what: string, change: Partial<typeof equity>, paise: number]>([
    ['cash less use', {}, 9972505],
    ['pledged shares alone', { netRupees: 150000, cashRupees: 0, liveBalanceRupees: 0, collateralRupees: 150000 }, 0],
    ['cash and pledged shares', { netRupees: 150000, liveBalanceRupees: 60000, collateralRupees: 100000 }, 5000000],
    ['cash wrongly shown as 0', { cashRupees: 0, liveBalanceRupees: 0, netRupees: 5000 }, 500000],
    ['a fraction of a paisa, down', { liveBalanceRupees: 10.019, netRupees: 20 }, 1001],
    ['less than nothing', { liveBalanceRupees: -5, netRupees: -5 }, 0],
  ])('%s', (_what, change, paise) => expect(cashForOptions({ ...equity, ...change })).toBe(paise))

  it('of one segment alone', () => {
    expect(kiteFunds.parse(fixtureData('official/margins_equity.json'))).toEqual(equity)
    expect(cashForOptions(kiteFunds.parse(fixtureData('synthetic/margins_equity_collateral_only.json')))).toBe(0)
  })
})

it('quotes come keyed, in paise', () => {
  const quote = parseKeyedRows(kiteQuote, fixtureData('official/quote.json'))!.rows.get('NSE:INFY')
  expect(quote).toMatchObject({ token: 408065, lastPrice: 141295, lowerCircuit: 125070, close: 138965 })
  expect(quote?.asks[0]).toEqual({ price: 141295, quantity: 5191, orders: 13 })
  expect(parseKeyedRows(kiteOhlc, fixtureData('official/ohlc.json'))!.rows.get('NSE:INFY')).toEqual({
    token: 408065,
    lastPrice: 107500,
    open: 108580,
    high: 108590,
    low: 107090,
    close: 107580,
  })
  expect(parseKeyedRows(kiteLtp, fixtureData('official/ltp.json'))!.rows.get('NSE:INFY')?.lastPrice).toBe(107435)
})

it('an index quote has no depth, volume or limits', () => {
  const quote = kiteQuote.parse({
    instrument_token: 256265,
    timestamp: '2026-11-25 09:31:04',
    last_price: 24012.35,
    ohlc: { open: 23905, high: 24050, low: 23880.1, close: 23950.6 },
  })
  expect(quote).toMatchObject({ bids: [], asks: [], volume: 0, lowerCircuit: 0, lastTradeAt: null })
})

describe('candles', () => {
  it.each([
    ['official/historical_minute.json', null],
    ['official/historical_oi.json', 13667775],
  ])('%s', (file, openInterest) => {
    const { candles } = fixtureData(file) as { candles: unknown }
    const read = parseRows(kiteCandle, candles)
    expect(read?.dropped).toEqual([])
    expect(read?.rows).toHaveLength(6)
    expect(read?.rows[0]).toMatchObject({ openInterest })
  })

  it('start at an instant, whatever the machine’s zone', () => {
    const candle = kiteCandle.parse(['2026-11-25T09:15:00+0530', 1, 2, 0.5, 1.5, 100])
    expect(candle).toEqual({
      startAt: istInstant(day, 9, 15),
      open: 100,
      high: 200,
      low: 50,
      close: 150,
      volume: 100,
      openInterest: null,
    })
  })

  it.each([
    [['2026-11-25 09:15:00', 1, 1, 1, 1, 1]],
    [['2026-11-25T25:15:00+0530', 1, 1, 1, 1, 1]],
    [['2026-11-25T09:15:00+0530', 1, 1, 1, 1]],
    [['2026-11-25T09:15:00+0530', 1, 1, 1, 1, 1, 'x']],
  ])('%j is no candle', (row) => expect(kiteCandle.safeParse(row).success).toBe(false))
})

it('calculators keep fractions of a paisa', () => {
  expect(kiteOrderCharges.parse((fixtureData('synthetic/charges_orders_response.json') as unknown[])[1])).toMatchObject(
    {
      transactionTaxRupees: 23,
      gstRupees: 4.5802,
      totalRupees: 53.0273,
    },
  )
  expect(kiteBasketMargin.parse(fixtureData('official/basket_margins.json')).final.totalRupees).toBe(41067.5835)
})

it('a GTT reports what its legs did', () => {
  const gtt = kiteGtt.parse(fixtureData('official/gtt_get_order.json'))
  expect(gtt).toMatchObject({ gttId: '123', type: 'two-leg', status: 'triggered', triggerPrices: [10200, 10370] })
  expect(gtt.orders[0]?.result).toBeNull()
  expect(gtt.orders[1]?.result).toMatchObject({ firedPrice: 10370, status: 'failed', orderId: null })
  expect(kiteGtt.parse(fixtureData('synthetic/gtt_two_leg_active.json')).orders[1]?.price).toBe(14950)
})

it('a session hides its token and drops the broker’s internal ones', () => {
  const wire = {
    ...(fixtureData('official/generate_session.json') as object),
    access_token: 'canary-token',
    enctoken: 'canary-enc',
  }
  const session = kiteSession.parse(wire)
  expect(session.accessToken.reveal()).toBe('canary-token')
  expect(session.loginAt).toBe(istInstant(istDate('2021-01-01'), 16, 15, 14))
  for (const printed of [JSON.stringify(session), inspect(session, { depth: 9 }), String(session.accessToken)])
    expect(printed).not.toContain('canary')
})

it('a profile lists what the account may use', () => {
  expect(kiteProfile.parse(fixtureData('official/profile.json'))).toMatchObject({
    userId: 'AB1234',
    exchanges: expect.arrayContaining(['NFO']),
  })
})

describe('any JSON', () => {
  const schemas = {
    kiteOrder,
    kiteTrade,
    kitePosition,
    kiteFunds,
    kiteQuote,
    kiteOhlc,
    kiteLtp,
    kiteCandle,
    kiteMargin,
    kiteOrderCharges,
    kiteBasketMargin,
    kiteGtt,
    kiteSession,
    kiteProfile,
    orderUpdate,
  }

  it.each(Object.entries(schemas))('is read or dropped by %s, never thrown at', (_name, schema) => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), (data) => {
        const read = parseRows(schema, data)!
        expect(read.rows.length + read.dropped.length).toBe(data.length)
      }),
    )
  })

  it.each<[name: string, schema: z.ZodType, good: () => Record<string, unknown>]>([
    ['an order', kiteOrder, goodOrder],
    ['a fill', kiteTrade, goodTrade],
  ])('in one field of %s is read or dropped, never thrown at', (_name, schema, good) => {
    const fields = Object.keys(good())
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.jsonValue(), (field, value) => {
        const read = parseRows(schema, [{ ...good(), [field]: value }])!
        expect(read.rows.length + read.dropped.length).toBe(1)
      }),
      { numRuns: 2000 },
    )
  })
})
