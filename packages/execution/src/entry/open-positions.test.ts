import { beforeEach, expect, it } from 'vitest'
import type { OrderRecord } from '../order/order.ts'
import { rs } from '../testing/scenario.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import { bidOf, BOUGHT, EXITING, fillOf, NOW, order, type Fixture } from '../testing/trade-fixture.ts'
import type { OpenPosition } from '../pre-trade/day-pnl.ts'
import type { Fill } from '../trade/fill.ts'
import { QuoteFilter } from '../quotes/quote-filter.ts'
import { openPositions } from './open-positions.ts'

let account: StagedAccount
beforeEach(() => {
  account = new StagedAccount()
  account.quote = bidOf(150)
})

const PAID = fillOf(BOUGHT, rs(150))

async function positionOf(
  sales: readonly OrderRecord[],
  sold: readonly Fill[],
  change: Partial<Fixture['trade']> = {},
): Promise<OpenPosition> {
  const trade = { ...EXITING, ...change } as Fixture['trade']
  const unitOfWork = await account.unitOfWork(
    ...changesOf({ trades: [trade], intents: [], orders: [BOUGHT, ...sales], fills: [PAID, ...sold] }),
  )
  return openPositions(unitOfWork, new QuoteFilter(account.ports.feed, account.clock, () => undefined), NOW)[0]!
}

const sale = (orderId: string, filled: number, averagePrice = 0) =>
  order(orderId, { phase: filled === 65 ? 'complete' : 'open', filled, averagePrice })

it('counts as open what is held, at the bid', async () => {
  expect(await positionOf([sale('s1', 0)], [])).toMatchObject({ units: 65, bid: rs(150), sold: { units: 0, value: 0 } })
})

it('counts nothing as open when too many were sold', async () => {
  expect(await positionOf([sale('s1', 0)], [], { manualExitQuantity: 130 })).toMatchObject({ units: 0, bid: rs(150) })
})

it.each<[what: string, filled: readonly number[]]>([
  ['orders of ours sold it twice', [65, 65]],
  ['the trades show the sale before its order does', [0]],
])('counts each unit of an open position once, as sold, though %s', async (_what, filled) => {
  const sales = filled.map((units, i) => sale(`s${i}`, units, units > 0 ? rs(105) : 0))
  const fills = sales.map((one) => fillOf({ ...one, filled: 65 }, rs(105)))
  expect(await positionOf(sales, fills)).toMatchObject({ units: 0, sold: { units: 65, value: 65 * rs(105) } })
})

it.each<[what: string, sales: readonly OrderRecord[], sold: readonly Fill[], units: number, value: number]>([
  ['none of it', [sale('s1', 40, rs(45))], [], 40, 40 * rs(45)],
  ['a part of it', [sale('s1', 40, rs(45))], [fillOf(sale('s1', 30), rs(50))], 40, 40 * rs(45)],
  [
    'one order of two',
    [sale('s1', 25, rs(60)), sale('s2', 40, rs(45))],
    [fillOf(sale('s1', 25), rs(60))],
    65,
    25 * rs(60) + 40 * rs(45),
  ],
  ['neither of two that sold it twice', [sale('s1', 65, rs(60)), sale('s2', 65, rs(45))], [], 65, 65 * rs(60)],
  ['none of it and its price is not known', [sale('s1', 40)], [], 0, 0],
])('counts what an order of ours has sold though the trade book shows %s', async (_what, sales, sold, units, value) => {
  expect(await positionOf(sales, sold)).toMatchObject({ sold: { units, value } })
})
