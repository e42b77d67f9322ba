import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { describe, expect, it } from 'vitest'
import type { UnprotectedTimes } from './unprotected-times.ts'
import { StagedDay } from './testing/day-fixture.ts'
import { MID, RISK, UNITS } from './testing/facts-fixture.ts'
import { ENTRY, entered, EXIT, protectedDay, sold, STOP } from './testing/fixtures.ts'
import { IN_DOUBT } from './testing/in-doubt.ts'

const TWO_IN_ONE = {
  plan: 'master',
  risk: { ...RISK, maxPositionsPerSymbol: 2 },
} as const
const DOUBT = { answer: { type: 'in_doubt', why: 'no answer' } } as const

const UNWRITTEN = 'the store has not taken what is known yet'

/** A price at which a stop in doubt is sent again. */
const NEAR = 12_050

describe('a day in which everything holds', () => {
  it.each<[string, () => StagedDay]>([
    ['entry, stop, sold by the stop', () => sold(protectedDay())],
    [
      'a day not begun while the store is away',
      () =>
        sold(protectedDay()).fault('store_down', 3, 'store').alarm({ code: 'alarm.turn_failed', reason: UNWRITTEN }),
    ],
    [
      'a turn that ends as the store is replaced under its transaction',
      () => sold(protectedDay()).alarm({ code: 'alarm.turn_failed', reason: 'the store went away' }),
    ],
    ['a stop a little late', () => sold(entered().wait(1_800).place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP))],
    [
      'a stop late because the program was being restarted',
      () => sold(entered().down(3_000).wait(4_000).place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP)),
    ],
    [
      'a stop that fired and is chased',
      () => {
        const day = protectedDay().status('s1', 'OPEN').wait(3_000).modify('s1', EXIT)
        day.changed('s1', { orderType: 'LIMIT', quantity: UNITS }).wait(2_000)
        return day.filled('s1', UNITS, 11_000).closed('t1')
      },
    ],
    [
      'an exit that was cancelled manually and is placed again with the next step of the chase',
      () => {
        const day = entered()
          .place('x1', 'SELL', EXIT)
          .taken('x1', 'SELL', EXIT)
          .status('x1', 'OPEN')
          .wait(100)
          .status('x1', 'CANCELLED')
        day.wait(2_850).place('x2', 'SELL', EXIT).taken('x2', 'SELL', EXIT)
        return day.filled('x2', UNITS, 11_000).closed('t1')
      },
    ],
    [
      'two positions of one contract, both refused by the exchange for their price and asked again',
      () => {
        const day = entered().becomes(TWO_IN_ONE).decide('d2').trade('t2', 'entering', 'd2')
        day.place('e2', 'BUY', ENTRY, { tradeId: 't2' }).taken('e2', 'BUY', ENTRY).filled('e2', UNITS, MID, 't2')
        day.trade('t2', 'open', 'd2')
        for (const [first, second, ms] of [
          ['x1', 'x2', 2_900],
          ['x3', 'x4', 100],
        ] as const) {
          day.place(first, 'SELL', EXIT).taken(first, 'SELL', EXIT).status(first, 'REJECTED')
          day.place(second, 'SELL', EXIT, { tradeId: 't2' }).taken(second, 'SELL', EXIT).status(second, 'REJECTED')
          day.wait(ms)
        }
        day.place('x5', 'SELL', EXIT).taken('x5', 'SELL', EXIT).filled('x5', UNITS, 11_000)
        day.place('x6', 'SELL', EXIT, { tradeId: 't2' }).taken('x6', 'SELL', EXIT).filled('x6', UNITS, 11_000, 't2')
        return day.closed('t1').closed('t2', 0, 'd2')
      },
    ],
    [
      'a protection sent twice out of doubt, the extra one gone soon after',
      () => {
        const open = { ...DOUBT, outcome: IN_DOUBT }
        const day = entered().wait(100).place('s0', 'SELL', STOP, open).fault('request_lost').wait(9_000)
        day
          .alarm('unprotected')
          .wait(3_000)
          .bid(NEAR)
          .place('s1', 'SELL', STOP)
          .taken('s1', 'SELL', STOP)
          .wait(500)
          .taken('s0', 'SELL', STOP)
          .wait(3_000)
        day.settle('s0', { state: 'accepted', at: day.now, orderId: 's0' })
        return sold(day.status('s0', 'CANCELLED'))
      },
    ],
    ['both of two protections sold, with an alarm', () => soldTwice().alarm('short')],
    ['short after a manual sale, and the user notified', () => shortByUser().wait(7_000).alarm('short').wait(10_000)],
    [
      'a stop late because the program was told to end while it stood still',
      () => {
        const day = entered().standsStill(14_000).down(3_000).wait(4_000).alarm('unprotected')
        return sold(day.place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP))
      },
    ],
    [
      'a cancel repeated for an extra protection that is gone, unseen',
      () => {
        const open = { ...DOUBT, outcome: IN_DOUBT }
        const day = entered().wait(100).place('s0', 'SELL', STOP, open).fault('request_lost').wait(9_000)
        day.alarm('unprotected').wait(3_000).bid(NEAR).place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP)
        day.status('s1', 'TRIGGER PENDING').taken('s0', 'SELL', STOP).status('s0', 'TRIGGER PENDING')
        day.settle('s0', { state: 'accepted', at: day.now, orderId: 's0' }).cancel('s0').status('s0', 'CANCELLED')
        day.wait(1_000).cancel('s0')
        return sold(day)
      },
    ],
    [
      'a change held absent that never left, while a later one of the same order is out',
      () => {
        const move = { type: 'modify', orderId: 's1', terms: STOP } as const
        const day = protectedDay().intent('ic1', 'move', move, 't1', { state: 'sending' }).wait(20_000)
        day.unanswered({ kind: 'modify', orderId: 's1' }, 'c2', 'move', move).wait(1_000)
        day.settle('c1', { state: 'absent', at: day.now }).status('s1', 'OPEN').filled('s1', UNITS, 11_950).closed('t1')
        return day.wait(10_000).settle('c2', { state: 'absent', at: day.now })
      },
    ],
    [
      'sold beside a stop whose cancel the exchange has taken and not carried out',
      () => {
        const day = protectedDay().going('s1').wait(6_000)
        day.place('x1', 'SELL', EXIT).taken('x1', 'SELL', EXIT).status('x1', 'OPEN').wait(9_000)
        return day.filled('x1', UNITS, 11_000).wait(500).status('s1', 'CANCELLED').closed('t1')
      },
    ],
    [
      'sold manually while the exchange takes long to cancel the stop',
      () => sellManually(protectedDay().going('s1'), 19_000),
    ],
    ['a manual sale, and the stop taken away in time', () => sellManually(protectedDay(), 6_000)],
    [
      'a stop taken away whose position was sold manually, while another trade holds the contract',
      () => {
        const day = protectedDay()
          .becomes({ plan: 'master' })
          .taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
        day.filled('hand', UNITS, 14_000, 't1', false)
        const sale = { fillId: `fhand${UNITS}/1`, orderId: 'hand', isManual: true, side: 'SELL' } as const
        day.fills.push({ ...day.fills[0]!, ...sale, price: 14_000 as Paise })
        day.wait(6_000).decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' })
        day.taken('e2', 'BUY', ENTRY).filled('e2', UNITS, MID, 't2').trade('t2', 'open', 'd2').cancel('s1')
        day.status('s1', 'CANCELLED').closed('t1')
        day.place('s2', 'SELL', STOP, { tradeId: 't2' }).taken('s2', 'SELL', STOP).wait(100).status('s2', 'OPEN')
        return day.filled('s2', UNITS, 11_950, 't2').closed('t2', 0, 'd2')
      },
    ],
  ])('%s', (_name, notify) => {
    const day = notify()
    day.end()
    expect(day.checker.violations).toEqual([])
  })
})

it.each<[string, (day: StagedDay) => StagedDay, UnprotectedTimes]>([
  ['without trouble', (day) => day.wait(1_300), { worstMs: 1_300, notToleratedMs: 1_300, byCause: {} }],
  [
    'while no process led',
    (day) => day.standsStill(4_000),
    { worstMs: 4_000, notToleratedMs: 0, byCause: { 'no leader': 4_000 } },
  ],
  [
    'beyond every excuse',
    (day) => day.standsStill(4_000).wait(5_000),
    { worstMs: 9_000, notToleratedMs: 9_000, byCause: {} },
  ],
])('measures the longest bare time %s', (_when, pass, unprotected) => {
  const day = sold(pass(entered().known('e1', 'complete')).place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP))
  day.end()
  expect(day.checker.unprotectedTimes).toEqual(unprotected)
  expect(day.checker.tradesOpened).toBe(1)
})

it('knows no more excuse once everything has been well for ten seconds', () => {
  const day = entered().fault('book_stale', 2)
  day.checker.faultsCleared()
  day.wait(9_000)
  expect(day.checker.violations).toEqual([])
  day.wait(2_000)
  expect(day.checker.violations.map(({ invariant }) => invariant)).toEqual(['I1'])
})

/** A protection whose answer was lost is sent again; then both of them fire. */
function soldTwice(): StagedDay {
  const open = { ...DOUBT, outcome: IN_DOUBT }
  const day = entered().wait(100).place('s0', 'SELL', STOP, open).fault('request_lost').wait(9_000)
  day
    .alarm('unprotected')
    .wait(3_000)
    .bid(NEAR)
    .place('s1', 'SELL', STOP)
    .taken('s1', 'SELL', STOP)
    .taken('s0', 'SELL', STOP)
  day.settle('s0', { state: 'accepted', at: day.now, orderId: 's0' }).wait(100)
  // The second sale is a short position, and no part of the trade.
  return day.filled('s1', UNITS, 11_950).closed('t1').filled('s0', UNITS, 11_800)
}

/** The stop fires; then the user sells what is not there any more. */
function shortByUser(): StagedDay {
  const day = sold(protectedDay()).taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
  return day.filled('hand', UNITS, 14_000, 't1', false)
}

/** Sold by the user, the stop gone `ms` later. */
function sellManually(day: StagedDay, ms: number): StagedDay {
  day.taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
  day.filled('hand', UNITS, 14_000, 't1', false).wait(ms).status('s1', 'CANCELLED')
  const sale = { fillId: `fhand${UNITS}/1`, orderId: 'hand', isManual: true, side: 'SELL', quantity: UNITS } as const
  day.fills.push({ ...day.fills[0]!, ...sale, price: 14_000 as Paise })
  return day.closed('t1')
}

it('a call without an end is excused where the store rejected the row that gave it one', () => {
  const order = { tag: 's9', tradingsymbol: 'NIFTY26D0124000CE', side: 'SELL', product: 'MIS', terms: STOP } as const
  const open = () => protectedDay().intent('is9', 'protect', { type: 'place', order }, 't1', { state: 'sending' })
  const texts = (day: StagedDay) => {
    sold(day).end()
    return day.checker.violations.map(({ text }) => text)
  }
  const unsent = { state: 'refused', at: 0 as EpochMs, code: 'not_sent', text: '' } as const
  expect(texts(open())).toContain('protect is9 ended the day sending')
  expect(texts(open().rejects('s9', unsent))).not.toContain('protect is9 ended the day sending')
})
