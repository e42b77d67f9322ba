import type { Paise } from '@strikewise/domain/money/paise.ts'
import { expect, it } from 'vitest'
import type { Fill } from '@strikewise/execution/trade/fill.ts'
import { boughtOf } from './bought.ts'

const fill = (side: 'BUY' | 'SELL', quantity: number, price: number) => ({ side, quantity, price }) as Fill
const order = (side: 'BUY' | 'SELL', filled: number, averagePrice: number, price = 10_100) => ({
  side,
  filled,
  averagePrice,
  price: price as Paise,
})

it.each<[what: string, Fill[], ReturnType<typeof order>[], units: number, value: number]>([
  ['its fills', [fill('BUY', 25, 10_000), fill('BUY', 50, 10_100)], [order('BUY', 75, 9_999)], 75, 755_000],
  ['its fills, not what was sold', [fill('BUY', 75, 10_000), fill('SELL', 75, 11_000)], [], 75, 750_000],
  ['its order while no fill was read', [], [order('BUY', 75, 10_066.67), order('SELL', 0, 0)], 75, 755_000],
  ['its orders while a fill is missing', [fill('BUY', 25, 10_000)], [order('BUY', 75, 10_066.67)], 75, 755_000],
  ['its limit where the broker showed no average', [], [order('BUY', 75, 0)], 75, 757_500],
  ['nothing where nothing was bought', [], [order('BUY', 0, 0)], 0, 0],
])('shows as bought %s', (_what, fills, orders, bought, boughtValue) =>
  expect(boughtOf(fills, orders)).toEqual({ bought, boughtValue }),
)
