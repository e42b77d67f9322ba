import { describe, expect, it } from 'vitest'
import { StagedDay } from './testing/day-fixture.ts'
import { UNITS } from './testing/facts-fixture.ts'
import { ENTRY, entered, EXIT, protectedDay, sold, STOP } from './testing/fixtures.ts'

const REFUSED = { type: 'refused', code: 'rate_limited', text: 'too many' } as const
const CANCEL = { type: 'cancel', orderId: 's1' } as const

/** What the position was sold by stands, and its stop comes behind it. */
function outlived(): StagedDay {
  const day = entered().wait(100).place('x1', 'SELL', EXIT).taken('x1', 'SELL', EXIT)
  day.filled('x1', UNITS, 11_000).closed('t1').wait(1_000).known('e1', 'complete').known('x1', 'complete')
  return day.place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP).status('s1', 'TRIGGER PENDING').known('s1', 'armed')
}

/** Its user has sold what the stop is for. */
function sellManually(): StagedDay {
  const day = protectedDay().taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
  return day.filled('hand', UNITS, 14_000, 't1', false)
}

/** The rows have that sale too. */
const noticed = () => sellManually().noticesSale('hand', 14_000)

/** Two stops stand, after the answer to the first was lost. */
function doubled(): StagedDay {
  const lost = { answer: { type: 'in_doubt', why: 'no answer' } } as const
  const day = entered().known('e1', 'complete').place('s0', 'SELL', STOP, lost).wait(12_000)
  day.place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP).taken('s0', 'SELL', STOP)
  for (const stop of ['s0', 's1']) day.status(stop, 'TRIGGER PENDING').known(stop, 'armed')
  return day.settle('s0', { state: 'accepted', at: day.now, orderId: 's0' })
}

/** An entry that the exchange has taken and does not end. */
const stuck = () => new StagedDay().trade('t1', 'entering').place('e1', 'BUY', ENTRY).taken('e1', 'BUY', ENTRY)
const known = () => stuck().known('e1', 'pending')

/** The stop has sold it; then the user sells what is not there any more. */
function shortByUser(): StagedDay {
  const day = sold(protectedDay()).taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
  return day.filled('hand', UNITS, 14_000, 't1', false)
}

const OUTLIVED = 'an order of ours stayed live'
const UNFITTED = 'was not fitted to a manual sale'
const EXTRA = 'an extra order in'
const SILENT = 'are short, and no alarm'
const STANDS = 'the entry e1 stood for'

describe('a cancel, a fit or an alarm that comes late is excused', () => {
  it.each<[text: string, what: string, excused: () => StagedDay, blamed: () => StagedDay]>([
    [
      OUTLIVED,
      'while the store takes no row, not while the disk is full',
      () => outlived().fault('store_down', 2, 'store').wait(7_000),
      () => outlived().fault('disk_full', 1, 'disk').wait(7_000),
    ],
    [
      OUTLIVED,
      'while no process leads, not because another was to be stopped',
      () => outlived().standsStill(9_000),
      () => outlived().fault('freeze', 2, 'slot1').wait(9_000),
    ],
    [
      OUTLIVED,
      'while its cancel is refused, not while a call for nothing is',
      () => outlived().wait(4_000).cancel('s1', REFUSED).wait(3_000),
      () => outlived().wait(4_000).fault('rate_limited').wait(3_000),
    ],
    [
      OUTLIVED,
      'while the answer to its cancel is lost, not while that of a call for nothing is',
      () => outlived().unanswered({ kind: 'cancel', orderId: 's1' }, 'c1', 'cancel', CANCEL).wait(9_000),
      () => outlived().fault('request_lost').wait(9_000),
    ],
    [
      UNFITTED,
      'while no row has the sale and the books are stale, not once a row has it',
      () => sellManually().fault('book_stale', 2).wait(12_000),
      () => noticed().fault('book_stale', 2).wait(12_000),
    ],
    [
      UNFITTED,
      'for a moment after a row has the sale that stale books kept from it, not where nothing did',
      () => sellManually().fault('book_stale', 1).wait(9_500).noticesSale('hand', 14_000).wait(1_500),
      () => sellManually().wait(9_500).noticesSale('hand', 14_000).wait(1_500),
    ],
    [
      UNFITTED,
      'for a moment after a row has the sale that stale books kept from it, no longer',
      () => sellManually().fault('book_stale', 1).wait(9_500).noticesSale('hand', 14_000).wait(1_900),
      () => sellManually().fault('book_stale', 1).wait(9_500).noticesSale('hand', 14_000).wait(2_100),
    ],
    [
      UNFITTED,
      'while the exchange carries a cancel out, not after it gave that up',
      () => noticed().going('s1').wait(15_000),
      () => noticed().going('s1').wait(1_000).status('s1', 'TRIGGER PENDING').wait(23_000),
    ],
    [
      UNFITTED,
      'while the answer to a cancel that its row dates ahead is lost, not while the row is all there is of one',
      () =>
        noticed().datedAhead(500).unanswered({ kind: 'cancel', orderId: 's1' }, 'c1', 'cancel', CANCEL).wait(12_000),
      () => noticed().datedAhead(500).intent('ic1', 'cancel', CANCEL, 't1', { state: 'sending' }).wait(12_000),
    ],
    [
      EXTRA,
      'while its cancel is refused, not while a call for nothing is',
      () => doubled().wait(4_000).cancel('s0', REFUSED).wait(3_000),
      () => doubled().wait(4_000).fault('rate_limited').wait(60_000),
    ],
    [
      SILENT,
      'while no positions show it and the books are stale, not once they do',
      () => shortByUser().fault('book_stale', 2).wait(12_000),
      () => shortByUser().fault('book_stale', 2).wait(2_000).readsBooks(-UNITS).wait(10_000),
    ],
    [
      STANDS,
      'while no row has it and no book shows it, not once a row has it',
      () => stuck().fault('taken_unseen', 1).wait(25_000),
      () => known().fault('taken_unseen', 1).wait(25_000),
    ],
    [
      STANDS,
      'while a cancel of it is not carried out, not while none was asked for',
      () => known().wait(10_000).cancel('e1').wait(30_000),
      () => known().fault('stuck', 5).wait(30_000),
    ],
    [
      STANDS,
      'while the store takes no row, not while its user trades manually',
      () => known().wait(10_000).fault('store_down', 3, 'store').wait(10_000),
      () => known().wait(10_000).fault('trades_manually', 3).wait(10_000),
    ],
  ])('%s: %s', (text, _what, tolerated, blamed) => {
    const isReported = (day: StagedDay) => day.checker.violations.some((one) => one.text.includes(text))
    expect(isReported(tolerated())).toBe(false)
    expect(isReported(blamed())).toBe(true)
  })
})

it('accepts the cancel of an extra stop while nothing has shown the process that someone else ended the other one', () => {
  const taken = 'the stop s0 was cancelled though no change of it failed'
  const cancelled = (meanwhile: (day: StagedDay) => StagedDay) => {
    const day = meanwhile(doubled().wait(100)).wait(10).cancel('s0')
    return day.checker.violations.map(({ text }) => text)
  }
  const ended = (day: StagedDay) => day.wait(10).status('s1', 'CANCELLED').wait(50)
  expect(cancelled(ended)).not.toContain(taken)
  expect(cancelled((day) => ended(day.readsOrders()))).not.toContain(taken)
  expect(cancelled((day) => ended(day).readsOrders())).toContain(taken)
  expect(cancelled((day) => ended(day).known('s1', 'cancelled'))).toContain(taken)
  expect(cancelled((day) => ended(day.cancel('s1')))).toContain(taken)
})
