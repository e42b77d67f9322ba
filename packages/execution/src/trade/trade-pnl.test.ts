import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import { istDate, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { expect, it } from 'vitest'
import type { Fill } from './fill.ts'
import { executedOrders, tradePnlOf } from './trade-pnl.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

const SECOND = 1_795_597_689_000 as EpochMs

function fill(fillId: string, side: Fill['side'], rupees: number, isManual = false): Fill {
  return {
    fillId,
    orderId: `o${fillId}`,
    tradingsymbol: 'NIFTY26D0124000CE',
    side,
    product: 'MIS',
    quantity: 65,
    price: (rupees * 100) as Paise,
    at: SECOND,
    accountId: 'u1',
    tradeId: 't1',
    isManual,
  }
}

it.each([
  ['ours', [fill('70000100003', 'SELL', 160), fill('70000100004/1', 'SELL', 150, true)], 160],
  ['the manual one', [fill('70000100003/1', 'SELL', 150, true), fill('70000100004', 'SELL', 160)], 150],
])(
  'of two sales in one second where one was held, %s counts when the exchange numbered it first',
  (_which, sales, at) => {
    const bought = fill('70000100001', 'BUY', 140)
    for (const fills of [
      [bought, ...sales],
      [bought, ...sales.toReversed()],
    ])
      expect(tradePnlOf(fills, istDate('2026-11-25'), TEST_BROKER.brokerage).exitValue).toBe(at * 100 * 65)
  },
)

it('computes its charges for each executed order, and for no unit that was sold short', () => {
  const on = istDate('2026-11-25')
  const fills = [fill('1', 'BUY', 140), fill('2', 'SELL', 160), fill('3', 'SELL', 170, true)]
  expect(executedOrders(fills, on)).toEqual([
    { side: 'BUY', value: 910_000, on },
    { side: 'SELL', value: 1_040_000, on },
    { side: 'SELL', value: 0, on },
  ])
  expect(tradePnlOf(fills, on, TEST_BROKER.brokerage).charges).toBe(
    chargesOf(executedOrders(fills, on), TEST_BROKER.brokerage).total,
  )
})
