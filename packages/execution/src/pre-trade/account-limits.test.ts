// @invariant account-limits
// @invariant paper-apart-from-live
import { istDate } from '@strikewise/domain/time/ist.ts'
import type { AccountLimits } from '@strikewise/domain/trading/account-limits.ts'
import { describe, expect, it } from 'vitest'
import { banknifty, closed, decision, entering, inOrder, now } from '../testing/pre-trade-fixture.ts'
import { ACCOUNT, Scenario } from '../testing/scenario.ts'
import type { Trade } from '../trade/trade.ts'
import { preTradeCheck, type PreTradeCheckInput } from './pre-trade-check.ts'

const MINUTE = 60_000
const yesterday = istDate('2026-11-24')

const refusalOf = (change: Partial<PreTradeCheckInput>) => {
  const result = preTradeCheck({ ...inOrder, ...change })
  return result.ok ? undefined : result.refusal
}
/** A user of the largest plan with these limits over all indices. */
const limited = (account: Partial<AccountLimits>): Pick<PreTradeCheckInput, 'facts'> => {
  const { risk } = inOrder.facts!
  return { facts: { ...inOrder.facts!, plan: 'master', risk: { ...risk, account: { ...risk.account, ...account } } } }
}
/** Two trades of the day, one of each index, that ended an hour ago. */
const twoTrades = (change: Partial<Trade> = {}): Trade[] =>
  [closed(60, 'target'), { ...closed(60, 'target'), contract: banknifty }].map(
    (trade, n) => ({ ...trade, id: `t${n}`, decisionId: `d${n}`, ...change }) as Trade,
  )

describe('the trades of a day over all indices', () => {
  it('are refused from the limit on, by its figure', () => {
    expect(refusalOf({ ...limited({ tradesPerDay: 2 }), trades: twoTrades() })).toEqual({
      code: 'refusal.trades_per_day',
      limit: 2,
    })
    expect(refusalOf({ ...limited({ tradesPerDay: 3 }), trades: twoTrades() })).toBeUndefined()
    expect(refusalOf({ ...limited({ tradesPerDay: null }), trades: twoTrades() })).toBeUndefined()
  })

  it('count one under way', () => {
    const trades = [closed(60, 'target'), { ...entering, id: 't1', decisionId: 'd1', contract: banknifty }]
    expect(refusalOf({ ...limited({ tradesPerDay: 2 }), trades })).toMatchObject({ code: 'refusal.trades_per_day' })
  })

  it.each<[what: string, trades: Trade[]]>([
    ['trades of the other kind of link', twoTrades({ mode: 'live' })],
    ['those of yesterday', twoTrades({ on: yesterday })],
    [
      'entries that bought nothing',
      [0, 1].map((n) => ({ ...entering, state: 'abandoned', id: `t${n}`, decisionId: `d${n}`, abandonedAt: now, why: 'missed' })),
    ],
  ])('do not count %s', (_what, trades) => {
    expect(refusalOf({ ...limited({ tradesPerDay: 2 }), trades })).toBeUndefined()
  })

  it('do not count the trade whose entry is priced again', () => {
    const again = { ...entering, decisionId: decision.id }
    expect(refusalOf({ ...limited({ tradesPerDay: 1 }), reEntryOf: again, trades: [again] })).toBeUndefined()
  })

  it('hold entries back and nothing else', async () => {
    const s = await new Scenario().start()
    s.facts((facts) => ({ ...facts, risk: { ...facts.risk, account: { ...facts.risk.account, tradesPerDay: 1 } } }))
    s.decide()
    await s.run(3_000)
    s.price(290, 290.2)
    await s.run(3_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
    await s.run(40 * MINUTE)
    s.price(149.9, 150.1)
    s.decide()
    await s.run(3_000)
    expect(s.placed('BUY')).toHaveLength(1)
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'trades_per_day' }])
  })
})
