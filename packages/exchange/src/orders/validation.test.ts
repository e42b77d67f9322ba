import { beforeEach, describe, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { Exchange } from '../exchange.ts'
import type { OrderRequest } from '../order-types.ts'
import { at, ScriptedMarket, orderFor } from '../testing/scripted-market.ts'

const rupees = (amount: number) => Math.round(amount * 100) as Paise
let market: ScriptedMarket
let exchange: Exchange

beforeEach(() => {
  market = new ScriptedMarket()
  market.quote(market.contract(), { bid: 11_990, ask: 12_000 })
  exchange = new Exchange({ seed: 'checks', market, now: at(0), rules: { strikeRangePct: 0.5 } })
  exchange.openAccount('A', rupees(10_000_000), at(0))
})

function refusal(
  change: Partial<OrderRequest>,
  when: EpochMs = at(0),
  contract = market.contract(),
): string | undefined {
  const outcome = exchange.place('A', orderFor(contract, change), when)
  return outcome.ok ? undefined : outcome.refusal.message
}

describe('an order is refused at once when', () => {
  it.each<[when: string, change: Partial<OrderRequest>, message: string]>([
    ['the variety is none of the broker’s for options', { variety: 'co' }, '`variety`'],
    ['the exchange is another', { exchange: 'NSE' }, '`exchange`'],
    ['the symbol is unknown', { tradingsymbol: 'NIFTY26NOV1CE' }, '`tradingsymbol`'],
    ['it is for a future', { tradingsymbol: 'NIFTY26NOVFUT' }, 'options only'],
    ['the tag has 21 characters', { tag: 'x'.repeat(21) }, '20 characters'],
    ['TTL comes without minutes', { validity: 'TTL' }, '`validity_ttl`'],
    ['the quantity is no multiple of the lot', { quantity: 100 }, 'multiple of the lot size'],
    ['the quantity is nothing', { quantity: 0 }, '`quantity`'],
    [
      'the quantity is above the freeze',
      { quantity: 1820 },
      '1820 (28 lots) is higher than the maximum quantity of 1755',
    ],
    ['even ten slices are too few', { quantity: 65 * 27 * 11, autoslice: true }, '11 slices'],
    ['the price is off the tick', { price: 12_001 as Paise }, 'Tick size for this instrument is 0.05'],
    ['the price is missing', { price: 0 as Paise }, '`price`'],
    ['a market order is unprotected', { orderType: 'MARKET' }, 'without market protection'],
    ['the protection is over 100', { orderType: 'MARKET', marketProtection: 101 }, '`market_protection`'],
    ['a stop has no trigger', { orderType: 'SL', side: 'SELL' }, '`trigger_price`'],
    [
      'a sell stop triggers above the market',
      { orderType: 'SL', side: 'SELL', triggerPrice: rupees(121) },
      'lower than the last',
    ],
    ['a buy stop triggers below the market', { orderType: 'SL', triggerPrice: rupees(119) }, 'higher than the last'],
    [
      'a sell stop’s limit is above its trigger',
      { orderType: 'SL', side: 'SELL', triggerPrice: rupees(110), price: rupees(111) },
      'cannot be below',
    ],
    ['the price is outside the day’s band', { price: rupees(5_001) }, 'circuit limits'],
  ])('%s', (_when, change, message) => expect(refusal(change)).toContain(message))

  it('the strike is far from the spot, for NRML buys only', () => {
    const far = market.contract(24_650)
    market.quote(far, { bid: 5_000, ask: 5_010 })
    expect(refusal({ price: rupees(50) }, at(0), far)).toContain('Strike price')
    expect(refusal({ price: rupees(50), product: 'MIS' }, at(0), far)).toBeUndefined()
  })

  it.each([
    ['before the open', istInstant(istDate('2026-11-20'), 9, 14), 'NRML', 'closed right now'],
    ['after the close', istInstant(istDate('2026-11-20'), 15, 40), 'NRML', 'closed right now'],
    ['on a Saturday', istInstant(istDate('2026-11-21'), 11), 'MIS', 'not open for trading today'],
    ['after the square-off time', istInstant(istDate('2026-11-20'), 15, 36), 'MIS', 'square-off'],
  ] as const)('it comes %s', (_when, when, product, message) => {
    exchange = new Exchange({ seed: 'hours', market, now: at(-7_200_000) })
    exchange.openAccount('A', rupees(1_000_000), at(-7_200_000))
    expect(refusal({ product }, when)).toContain(message)
  })

  it('leaves no row behind', () => {
    refusal({ quantity: 100 })
    expect(exchange.orders('A', at(1))).toEqual([])
    expect(exchange.exchangeLog.at(-1)).toMatchObject({ type: 'order_refused', call: 'place' })
  })

  it('is the eleventh call of a second, of any kind', () => {
    for (let i = 0; i < 9; i += 1) expect(refusal({ price: rupees(100) })).toBeUndefined()
    exchange.cancel('A', 'regular', 'nothing', at(500))
    expect(refusal({}, at(999))).toBe('Too many requests')
    expect(refusal({}, at(1_000))).toBeUndefined()
  })
})

describe('an order above the freeze quantity', () => {
  it('is sliced when asked to be, the first slice being the parent', () => {
    const outcome = exchange.place('A', orderFor(market.contract(), { quantity: 65 * 60, autoslice: true }), at(0))
    const rows = exchange.orders('A', at(5_000))
    expect(rows.map((row) => row.quantity)).toEqual([1755, 1755, 390])
    expect(outcome).toMatchObject({ ok: true, orderId: rows[0]!.order_id })
    expect(rows.map((row) => row.parent_order_id)).toEqual([null, rows[0]!.order_id, rows[0]!.order_id])
  })

  it('is sliced as far as the funds go', () => {
    exchange.openAccount('B', rupees(300_000), at(0))
    const outcome = exchange.place('B', orderFor(market.contract(), { quantity: 65 * 60, autoslice: true }), at(0))
    if (!outcome.ok || !outcome.children) throw new Error('expected slices')
    expect(outcome.children.map((child) => ('error' in child ? child.error.error_type : 'placed'))).toEqual([
      'placed',
      'MarginException',
      'placed',
    ])
  })
})
