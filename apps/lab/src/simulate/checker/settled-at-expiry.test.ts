import { expect, it } from 'vitest'
import { MID, RISK, UNITS } from './testing/facts-fixture.ts'
import { ENTRY, protectedDay } from './testing/fixtures.ts'

const noNotification = 'trade t1: was settled at expiry, and no note says that its result is not known'

it('wants no note of a settlement for a trade that was converted before, beside one that was settled', () => {
  const day = (converted: number | undefined) => {
    const second = protectedDay()
      .becomes({ plan: 'master', risk: { ...RISK, maxPositionsPerSymbol: 2 } })
      .decide('d2')
    const bought = second.trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' })
    const both = bought.taken('e2', 'BUY', ENTRY).filled('e2', UNITS, MID, 't2').trade('t2', 'open', 'd2')
    both.converts(UNITS).trade('t1', 'closed', 'd1', { traded: UNITS, result: null, converted })
    both.settles(UNITS).end()
    return both.checker.violations.map(({ text }) => text)
  }
  expect(day(UNITS)).not.toContain(noNotification)
  expect(day(UNITS - 1)).toContain(noNotification)
  expect(day(undefined)).toContain(noNotification)
})
