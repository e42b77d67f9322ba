import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import { paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fill } from './fill.ts'
import { openPnlOf } from './open-pnl.ts'
import { tradePnlOf } from './trade-pnl.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

const on = istDate('2026-11-20')
let made = 0
const fill = (side: OrderSide, quantity: number, price: number): Fill => ({
  fillId: String(++made),
  orderId: `o${made}`,
  tradingsymbol: 'NIFTY26NOV25000CE',
  side,
  product: 'NRML',
  quantity,
  price: paise(price),
  at: istInstant(on, 10, 0, made % 60),
  accountId: 'a',
  tradeId: 't',
  isManual: false,
})

describe('an open position', () => {
  it('stands at its last price, less the charges so far and those of the sale to come', () => {
    const charges = chargesOf(
      [
        { side: 'BUY', value: paise(650_000), on },
        { side: 'SELL', value: paise(715_000), on },
      ],
      TEST_BROKER.brokerage,
    ).total
    expect(openPnlOf([fill('BUY', 65, 10_000)], on, paise(11_000), TEST_BROKER.brokerage)).toEqual({
      held: 65,
      gross: 65_000,
      net: 65_000 - charges,
    })
  })

  it('counts what was sold already at its own price', () =>
    expect(
      openPnlOf([fill('BUY', 75, 10_000), fill('SELL', 25, 12_000)], on, paise(9_000), TEST_BROKER.brokerage),
    ).toMatchObject({
      held: 50,
      gross: 25 * 2_000 - 50 * 1_000,
    }))

  it('comes to what the trade is worth once the rest is sold at that price in one order', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1800 }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.nat(1800),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        (bought, entry, sold, exit, last) => {
          fc.pre(sold < bought)
          const fills = [fill('BUY', bought, entry), ...(sold === 0 ? [] : [fill('SELL', sold, exit)])]
          const { gross, net } = openPnlOf(fills, on, paise(last), TEST_BROKER.brokerage)
          expect(tradePnlOf([...fills, fill('SELL', bought - sold, last)], on, TEST_BROKER.brokerage)).toMatchObject({
            gross,
            net,
          })
        },
      ),
    ))
})
