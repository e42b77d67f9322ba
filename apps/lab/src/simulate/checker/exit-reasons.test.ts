import { expect, it } from 'vitest'
import type { StagedDay } from './testing/day-fixture.ts'
import { MID, UNITS } from './testing/facts-fixture.ts'
import { ENTRY, EXIT, protectedDay } from './testing/fixtures.ts'

it('accepts a manual exit of a trade whose units an order of another trade sold, and no other', () => {
  const texts = (exits: (day: StagedDay) => StagedDay) => {
    const day = protectedDay().decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' })
    day.taken('e2', 'BUY', ENTRY).filled('e2', UNITS, MID, 't2').known('e2', 'complete')
    exits(day.status('s1', 'OPEN').filled('s1', UNITS, 11_950)).closed('t2', 0, 'd2')
    day.trade('t2', 'closed', 'd2', { ...day.trades.find(({ id }) => id === 't2'), exitReason: 'manual' }).end()
    return day.checker.violations.map(({ text }) => text)
  }
  const withoutSale = 'trade t2 was closed as sold manually, which no sale shows'
  const extra = (tradeId: string) => (day: StagedDay) =>
    day.place('x1', 'SELL', EXIT, { tradeId }).taken('x1', 'SELL', EXIT).filled('x1', UNITS, 11_900, tradeId)
  expect(texts(extra('t1'))).not.toContain(withoutSale)
  expect(texts(extra('t2'))).toContain(withoutSale)
})
