import { expect, it } from 'vitest'
import type { AccountReport } from './drill.ts'
import { exitCodeOf, reportLines } from './report-lines.ts'

const report = (account: string, change: Partial<AccountReport> = {}): AccountReport => ({
  account,
  differences: [],
  broker: 'compared',
  later: { journalRows: 2, orders: 1, fills: 0 },
  ...change,
})

it('names differences alone, and counts the rest', () => {
  const reports = [report('u1'), report('u2', { differences: ['This.', 'That.'], broker: 'no_login' })]
  expect(reportLines(reports)).toEqual([
    'u2:',
    '  This.',
    '  That.',
    "2 accounts compared with the journal, 1 with the broker's books.",
    '1 accounts have no login at the broker.',
    'After the instant: 4 rows of the journal, 2 orders and 0 fills at the broker.',
    '2 differences in 1 accounts.',
  ])
  expect(exitCodeOf(reports)).toBe(1)
})

it('ends with 3 where nothing differs and the books of an account could not be read', () => {
  const reports = [report('u1'), report('u2', { broker: 'unreadable' })]
  expect(reportLines(reports)[0]).toBe("u2: the broker's books could not be read.")
  expect([exitCodeOf(reports), exitCodeOf([report('u1')])]).toEqual([3, 0])
  expect(exitCodeOf([...reports, report('u3', { differences: ['This.'] })])).toBe(1)
})

it('reports that a broker has no books of another day', () => {
  const reports = [report('u1', { broker: 'another_day' })]
  expect(reportLines(reports)).toContain("The broker's books are of today alone, and the instant is of another day.")
  expect(exitCodeOf(reports)).toBe(0)
})
