// @invariant books-equal
import { beforeEach, describe, expect, it } from 'vitest'
import { bought, fill, OTHER, T1 } from '../testing/bought-trade.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import { rs } from '../testing/scenario.ts'
import { ago, EXITING, NOW, order } from '../testing/trade-fixture.ts'
import type { BrokerFill, Fill } from '../trade/fill.ts'
import { tradePnlOf } from '../trade/trade-pnl.ts'
import { nextTrade, type ClosedTrade, type TradePnl } from '../trade/trade.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'
import { applyFills } from './apply-fills.ts'
import { recountResults } from './recount-results.ts'

const own = (one: BrokerFill): Fill => ({ ...one, accountId: T1.accountId, tradeId: T1.id, isManual: false })
const purchase = own(fill('b-t1', 'BUY', 65, ago(40_000), { price: rs(150) }))
const late = own(fill('s-t1', 'SELL', 65, ago(10_000), { price: rs(73) }))
const early = fill('x-t1', 'SELL', 65, ago(20_000), { price: rs(149) })
const resultOf = (...fills: Fill[]) => tradePnlOf(fills, T1.on, TEST_BROKER.brokerage)

function closedBy(result: TradePnl | null): ClosedTrade {
  return nextTrade(EXITING, { type: 'flat', at: ago(9_000), traded: 65, result }) as ClosedTrade
}

let account: StagedAccount
beforeEach(() => {
  account = new StagedAccount()
})

/** A trade closed by a sale at 73, and another sale of ours whose call had been held absent. */
async function afterSale(trade: ClosedTrade, shown: BrokerFill) {
  const unitOfWork = await account.unitOfWork(
    ...bought(trade, 65, ago(40_000)),
    ...changesOf({
      orders: [
        order('s-t1', { phase: 'complete', quantity: 65, filled: 65 }),
        order('x-t1', { phase: 'complete', quantity: 65, filled: 65 }),
      ],
      fills: [late],
    }),
  )
  applyFills(unitOfWork, [shown])
  recountResults(unitOfWork, NOW)
  return account.written(unitOfWork)
}

describe('a sale that surfaces after its trade was closed', () => {
  it('is the one that closed it where it is the older', async () => {
    const written = await afterSale(closedBy(resultOf(purchase, late)), early)
    const trades = written.flatMap((change) => (change.type === 'trade' ? [change.trade] : []))
    expect(trades).toEqual([closedBy(resultOf(purchase, own(early)))])
  })

  it.each<[what: string, trade: ClosedTrade, shown: BrokerFill]>([
    ['it is the newer', closedBy(resultOf(purchase, late)), { ...early, at: ago(5_000) }],
    ['the result is not known', closedBy(null), early],
    ['it is in another contract', closedBy(resultOf(purchase, late)), { ...early, tradingsymbol: OTHER }],
  ])('changes no result where %s', async (_what, trade, shown) => {
    const written = await afterSale(trade, shown)
    expect(written.filter(({ type }) => type === 'trade')).toEqual([])
  })
})
