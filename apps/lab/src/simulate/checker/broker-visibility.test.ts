import { expect, it } from 'vitest'
import { StagedDay } from './testing/day-fixture.ts'
import { ENTRY } from './testing/fixtures.ts'

const DOUBT = { answer: { type: 'in_doubt', why: 'no answer' } } as const
const HIDDEN = ['taken_unseen', 2] as const

/** An entry without an answer fills, and another one leaves in the same index half a minute later, where one is allowed. */
function second(before: (day: StagedDay) => StagedDay, after: (day: StagedDay) => StagedDay): readonly string[] {
  const day = new StagedDay()
  day.becomes({ risk: { ...day.facts.at(-1)!.facts.risk, maxEntriesPerSymbol: 1 } })
  before(day).decide('d1').trade('t1', 'entering').place('e1', 'BUY', ENTRY, DOUBT)
  day.taken('e1', 'BUY', ENTRY).filled('e1', ENTRY.quantity, ENTRY.price)
  after(day).wait(30_000).decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' })
  return day.checker.violations.map(({ text }) => text).filter((text) => text.includes('1 entries in'))
}

const asItIs = (day: StagedDay) => day

it('an entry beside one that could not be known is excused while the book hides that one', () => {
  expect(second((day) => day.fault(...HIDDEN), asItIs)).toEqual([])
})

it.each<[string, (day: StagedDay) => StagedDay, (day: StagedDay) => StagedDay]>([
  ['nothing was hidden', asItIs, asItIs],
  ['another order was hidden', (day) => day.fault(...HIDDEN).wait(1_000), asItIs],
  ['the book has long shown it again', (day) => day.fault('orders_hidden', 1), asItIs],
  ['a row shows that it was taken', (day) => day.fault(...HIDDEN), (day) => day.known('e1', 'complete')],
])('an entry beside one without an answer is not excused where %s', (_what, before, after) => {
  expect(second(before, after)).toEqual(['entry e2: 1 entries in NIFTY today, 1 allowed'])
})
