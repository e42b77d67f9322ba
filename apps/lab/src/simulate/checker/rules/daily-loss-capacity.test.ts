import type { Paise } from '@strikewise/domain/money/paise.ts'
import { expect, it } from 'vitest'
import { StagedDay } from '../testing/day-fixture.ts'
import { MID, RISK as ORDINARY, UNITS } from '../testing/facts-fixture.ts'
import { ENTRY } from '../testing/fixtures.ts'
import { IN_DOUBT } from '../testing/in-doubt.ts'

const DOUBT = {
  answer: { type: 'in_doubt', why: 'no answer' },
  outcome: IN_DOUBT,
} as const
/** Room for what one entry may lose, not for two. */
const RISK = {
  ...ORDINARY,
  capital: 10_000_000 as Paise,
  maxEntriesPerSymbol: 10,
  maxPositionsPerSymbol: 2,
}

/** What is shown of the room for a second entry after the first, in doubt, has bought unseen and `become` what its trade then is. */
function second(become: (day: StagedDay) => StagedDay): string {
  const day = new StagedDay().becomes({ risk: RISK }).trade('t1', 'entering').wait(1_000)
  day.place('e1', 'BUY', ENTRY, DOUBT).taken('e1', 'BUY', ENTRY).filled('e1', UNITS, MID, 't1', false)
  become(day.wait(10_000)).decide('d2').trade('t2', 'entering', 'd2', { lots: 1 })
  day.place('e2', 'BUY', ENTRY, { tradeId: 't2' }).end()
  return day.checker.violations.map(({ text }) => text).join()
}

it('counts what an entry bought against the limit of the day, but for one that was abandoned in doubt after ten seconds', () => {
  const beyond = "is the day's limit"
  expect(second((day) => day.trade('t1', 'open', 'd1', { trigger: 12_010 }))).toContain(beyond)
  expect(second((day) => day.trade('t1', 'abandoned', 'd1', { abandonedAt: day.now - 10 }))).toContain(beyond)
  expect(second((day) => day.trade('t1', 'abandoned', 'd1', { abandonedAt: day.now }))).not.toContain(beyond)
})
