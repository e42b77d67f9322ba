import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { Exchange } from '../exchange.ts'
import { at, ScriptedMarket, orderFor } from '../testing/scripted-market.ts'
import type { MarginOrder } from './margin-calculator.ts'

const ME = 'SW1001'
const LOT = 65

let market: ScriptedMarket
let exchange: Exchange
beforeEach(() => {
  market = new ScriptedMarket()
  exchange = new Exchange({ seed: 'margins', market, now: at(0) })
  exchange.openAccount(ME, 500_000_000 as Paise, at(0))
})

const order = (contract: OptionContract, side: OrderSide, quantity = LOT): MarginOrder => ({
  tradingsymbol: contract.tradingsymbol,
  side,
  product: 'NRML',
  quantity,
  price: 10_000 as Paise,
})
const basket = (orders: MarginOrder[]) => exchange.basketMargins(ME, orders, false, at(0))

it('splits nine to two between span and exposure, for funds and calculators alike', () => {
  const contract = market.contract()
  market.quote(contract, { bid: 11_990, ask: 12_000 })
  const [need] = exchange.orderMargins(ME, [order(contract, 'SELL')], at(0))
  const sold = exchange.place(ME, orderFor(contract, { side: 'SELL', price: 11_000 as Paise }), at(0))
  expect(sold.ok).toBe(true)
  const { utilised } = exchange.margins(ME, at(5_000))!.equity
  expect(utilised.span).toBe(need!.span / 100)
  expect(utilised.exposure).toBe(need!.exposure / 100)
  expect(need!.span / need!.exposure).toBeCloseTo(4.5, 6)
})

it('lets a long limit what a short of the same side may lose, and leaves exposure as it is', () => {
  const short = market.contract()
  const long = { ...market.contract(), strike: short.strike + 100 }
  const listed = market.instruments.options.find(
    (option) => option.side === short.side && option.strike === long.strike,
  )!
  const { final, initial } = basket([order(short, 'SELL'), order(listed, 'BUY')])
  expect(final.span).toBe(100_00 * LOT)
  expect(final.exposure).toBe(initial.exposure)
  expect(initial.span).toBeGreaterThan(final.span)
  // A hedge nearer the money than the short can lose nothing at expiry.
  expect(basket([order(listed, 'SELL'), order(short, 'BUY')]).final.span).toBe(0)
})

it('gives no benefit between calls and puts, or to another product', () => {
  const short = market.contract()
  const put = market.instruments.options.find((option) => option.side !== short.side)!
  const alone = basket([order(short, 'SELL')]).final
  expect(basket([order(short, 'SELL'), order(put, 'BUY')]).final.span).toBe(alone.span)
  const intraday: MarginOrder = { ...order(short, 'BUY'), product: 'MIS' }
  expect(basket([order(short, 'SELL'), intraday]).final.span).toBe(alone.span)
})

it('never asks more for a basket than for its orders, and nothing where nothing is short', () => {
  const { options } = market.instruments
  const one = fc.record({
    option: fc.nat(options.length - 1),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    lots: fc.integer({ min: 1, max: 5 }),
  })
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 8 }), (requests) => {
      const orders = requests.map(({ option, side, lots }) => order(options[option]!, side, lots * LOT))
      const { initial, final } = basket(orders)
      // Rounding to whole paise may differ by one a leg.
      expect(final.span).toBeLessThanOrEqual(initial.span + orders.length)
      expect(final.exposure).toBeLessThanOrEqual(initial.exposure + orders.length)
      expect(final.premium).toBe(initial.premium)
      if (orders.every(({ side }) => side === 'BUY')) expect(final).toMatchObject({ span: 0, exposure: 0 })
    }),
  )
})
