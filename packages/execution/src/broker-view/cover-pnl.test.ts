import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { chargesOf, type Charges } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY } from '../testing/scenario.ts'
import { fillOf, intent, OPEN, order, place, accepted } from '../testing/trade-fixture.ts'
import type { BrokerFill } from '../trade/fill.ts'
import { executedOrders, tradePnlOf } from '../trade/trade-pnl.ts'
import { coverPnlOf, subtractCover } from './cover-pnl.ts'
import type { SalesToCover } from './sale-attribution.ts'
import { TradeAggregate, type TradeSnapshot } from '../trade/trade-aggregate.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

const price = fc.integer({ min: 1, max: 100_000 }).map((ticks) => (ticks * 5) as Paise)
const KINDS = ['brokerage', 'stt', 'exchange', 'sebi', 'stamp', 'gst', 'total'] as const satisfies (keyof Charges)[]

interface Part {
  readonly orderId: string
  readonly side: OrderSide
  readonly quantity: number
  readonly price: Paise
}

/** Of ours alone. */
const NO_SALES: SalesToCover = { byOthers: [], closedByUser: [] }

/** A trade whose orders `parts` filled in this order, a second apart; orders named `cover…` buy back. */
function viewOf(parts: readonly Part[]): TradeSnapshot {
  const book = new TradeAggregate(OPEN)
  for (const [nth, part] of parts.entries()) {
    const { orderId } = part
    const id = `i-${orderId}`
    if (orderId.startsWith('cover')) book.putIntent({ ...intent('cover', place('BUY'), accepted(orderId, 1)), id })
    const row = order(orderId, { intentId: id, side: part.side, filled: part.quantity })
    book.putOrder(row)
    const at = istInstant(DAY, 10, 0, nth)
    book.addFill({ ...fillOf(row, part.price), fillId: `${nth}`, at })
  }
  return book.view
}

const valueOf = (fills: readonly BrokerFill[]) =>
  fills.reduce((sum, { side, quantity, price: at }) => sum + (side === 'SELL' ? 1 : -1) * quantity * at, 0)

describe('what buying back came to', () => {
  it('makes, with the trade’s own result, all fills less their charges, and each order’s brokerage once', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.array(fc.record({ units: fc.integer({ min: 1, max: 200 }), price, order: fc.nat(2) }), { maxLength: 6 }),
        fc.array(price, { minLength: 1, maxLength: 3 }),
        price,
        (bought, sales, coverPrices, buyPrice) => {
          const sold = sales.reduce((sum, { units }) => sum + units, 0)
          const excess = sold - bought
          fc.pre(excess >= coverPrices.length)
          const share = Math.floor(excess / coverPrices.length)
          const parts: Part[] = [
            { orderId: 'buy', side: 'BUY', quantity: bought, price: buyPrice },
            ...sales.map((sale): Part => ({
              orderId: `s${sale.order}`,
              side: 'SELL',
              quantity: sale.units,
              price: sale.price,
            })),
            ...coverPrices.map((at, nth): Part => {
              const quantity = nth === 0 ? excess - share * (coverPrices.length - 1) : share
              return { orderId: `cover${nth}`, side: 'BUY', quantity, price: at }
            }),
          ]
          const view = viewOf(parts)
          const cover = coverPnlOf([view], NO_SALES, DAY, TEST_BROKER.brokerage)!
          const result = tradePnlOf(view.fills, DAY, TEST_BROKER.brokerage)
          const all = [...view.fills, ...view.coverFills]
          expect(cover.units).toBe(excess)
          expect(result.gross + cover.gross).toBe(valueOf(all))
          expect(cover.net).toBe(cover.gross - cover.charges.total)
          const own = chargesOf(executedOrders(view.fills, DAY), TEST_BROKER.brokerage)
          const orders = [...Map.groupBy(all, ({ orderId }) => orderId).values()].map((part) => ({
            side: part[0]!.side,
            value: Math.abs(valueOf(part)) as Paise,
            on: DAY,
          }))
          const whole = chargesOf(orders, TEST_BROKER.brokerage)
          expect(own.brokerage + cover.charges.brokerage).toBe(whole.brokerage)
          for (const kind of KINDS)
            expect(Math.abs(own[kind] + cover.charges[kind] - whole[kind])).toBeLessThanOrEqual(10)
        },
      ),
    ))

  it('counts a sale of the user’s own that took our units where our stop is the trade’s exit', () => {
    const view = viewOf([
      { orderId: 'buy', side: 'BUY', quantity: 65, price: 15_000 as Paise },
      { orderId: 'stop', side: 'SELL', quantity: 65, price: 12_000 as Paise },
      { orderId: 'cover', side: 'BUY', quantity: 65, price: 12_500 as Paise },
    ])
    const theirs = { ...view.fills[0]!, orderId: 'user', fillId: '9', side: 'SELL', price: 13_000 as Paise } as const
    expect(coverPnlOf([view], { ...NO_SALES, byOthers: [theirs] }, DAY, TEST_BROKER.brokerage)).toMatchObject({
      units: 65,
      gross: 65 * (13_000 - 12_500),
    })
  })

  it('is nothing while nothing was bought back, and none of what no known sale explains', () => {
    const bought: Part = { orderId: 'buy', side: 'BUY', quantity: 65, price: 15_000 as Paise }
    const cover: Part = { orderId: 'cover', side: 'BUY', quantity: 65, price: 12_500 as Paise }
    expect(coverPnlOf([viewOf([bought])], NO_SALES, DAY, TEST_BROKER.brokerage)).toBeUndefined()
    expect(coverPnlOf([viewOf([bought, cover])], NO_SALES, DAY, TEST_BROKER.brokerage)).toBeUndefined()
  })

  it('is what is left beside what another trade has booked', () => {
    const parts = (units: number): Part[] => [
      { orderId: 'buy', side: 'BUY', quantity: 65, price: 15_000 as Paise },
      { orderId: 'stop', side: 'SELL', quantity: 65 + units, price: 12_000 as Paise },
      { orderId: 'cover', side: 'BUY', quantity: units, price: 12_500 as Paise },
    ]
    const [first, both] = [
      coverPnlOf([viewOf(parts(65))], NO_SALES, DAY, TEST_BROKER.brokerage)!,
      coverPnlOf([viewOf(parts(130))], NO_SALES, DAY, TEST_BROKER.brokerage)!,
    ]
    const rest = subtractCover(both, first)
    expect(rest).toMatchObject({ units: 65, gross: 65 * -500 })
    expect(rest.net + first.net).toBe(both.net)
  })
})
