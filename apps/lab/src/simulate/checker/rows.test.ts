// @invariant I2
// @invariant I4
// @invariant I5
// @invariant I8
import type { Alarm, JournalRowName } from '@strikewise/execution/alarms/alarm.ts'
import { describe, expect, it } from 'vitest'
import { StagedDay } from './testing/day-fixture.ts'
import { MID, RISK, UNITS } from './testing/facts-fixture.ts'
import { ENTRY, entered, protectedDay, sold, STOP } from './testing/fixtures.ts'
import { IN_DOUBT } from './testing/in-doubt.ts'

const rejectionOf = (row: JournalRowName): Alarm => ({ code: 'alarm.row_rejected.journal', row, reason: 'check' })

const TWO_IN_ONE = {
  plan: 'master',
  risk: { ...RISK, maxPositionsPerSymbol: 2 },
} as const
const DOUBT = { answer: { type: 'in_doubt', why: 'no answer' } } as const
/** A price at which a stop in doubt is sent again. */
const NEAR = 12_050

describe('calls and rows that must never be are seen', () => {
  it.each<[string, string, () => StagedDay]>([
    [
      'I2',
      'an order held absent though every book shows it',
      () => {
        const day = entered().place('s1', 'SELL', STOP, DOUBT).taken('s1', 'SELL', STOP).status('s1', 'TRIGGER PENDING')
        return day.wait(12_000).settle('s1', { state: 'absent', at: day.now })
      },
    ],
    [
      'I2',
      'an order held absent though every book shows it, an earlier one having been hidden',
      () => {
        const day = entered().fault('orders_hidden', 2).wait(8_000).place('s1', 'SELL', STOP, DOUBT)
        day.taken('s1', 'SELL', STOP).status('s1', 'TRIGGER PENDING').wait(12_000)
        return day.settle('s1', { state: 'absent', at: day.now })
      },
    ],
    [
      'I2',
      'an order held absent long after it was hidden',
      () => {
        const day = entered().fault('orders_hidden', 1).place('s1', 'SELL', STOP, DOUBT)
        day.taken('s1', 'SELL', STOP).status('s1', 'TRIGGER PENDING').wait(40_000)
        return day.settle('s1', { state: 'absent', at: day.now })
      },
    ],
    [
      'I2',
      'a change held absent while its request may arrive',
      () => {
        const day = protectedDay()
        const call = { type: 'cancel', orderId: 's1' } as const
        day.unanswered({ kind: 'cancel', orderId: 's1' }, 'c1', 'cancel', call).wait(4_000)
        return day.settle('c1', { state: 'absent', at: day.now })
      },
    ],
    ['I8', 'an order that is over and live again', () => protectedDay().known('s1', 'cancelled').known('s1', 'armed')],
    [
      'I8',
      'an order of which less has filled than had',
      () => {
        const day = sold(protectedDay())
        day.rowOf('s1', { filled: UNITS - 1 })
        return day
      },
    ],
    [
      'I5',
      'a claim of an executor that was replaced',
      () => {
        const day = entered()
        day.epoch = 0
        return day.place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP)
      },
    ],
    ['I8', 'a trade that is over and open again', () => sold(protectedDay()).trade('t1', 'open')],
    ['I2', 'one tag taken twice', () => protectedDay().taken('s1', 'SELL', STOP, 'other')],
    [
      'I2',
      'an order without an intent',
      () => new StagedDay().trade('t1', 'entering').place('e1', 'BUY', ENTRY, { isWritten: false }),
    ],
    ['I2', 'a change without an intent', () => protectedDay().modify('s1', STOP, false)],
    [
      'I2',
      'an entry sent again while the first is in doubt',
      () =>
        new StagedDay().trade('t1', 'entering').place('e1', 'BUY', ENTRY, DOUBT).wait(12_000).place('e2', 'BUY', ENTRY),
    ],
    ['I2', 'one decision traded twice', () => sold(protectedDay()).trade('t2', 'abandoned')],
    [
      'I2',
      'an extra protection that stays',
      () => {
        const day = entered().place('s0', 'SELL', STOP, DOUBT).fault('request_lost').wait(1_000)
        day
          .place('s1', 'SELL', STOP)
          .taken('s1', 'SELL', STOP)
          .wait(500)
          .taken('s0', 'SELL', STOP)
          .known('e1', 'complete')
        for (const stop of ['s0', 's1']) day.status(stop, 'TRIGGER PENDING').known(stop, 'armed')
        return day.settle('s0', { state: 'accepted', at: day.now, orderId: 's0' }).wait(60_000)
      },
    ],
    ['I4', 'a result that is off by a paisa', () => sold(protectedDay()).closed('t1', 1)],
    [
      'I4',
      'a fill that is not booked',
      () => protectedDay().status('s1', 'OPEN').filled('s1', UNITS, 11_950, 't1', false).closed('t1'),
    ],
    [
      'I4',
      'a fill that never happened',
      () => {
        const day = sold(protectedDay())
        day.fills.push({ ...day.fills[0]!, fillId: 'dreamt' })
        return day
      },
    ],
    ['I4', 'both of two protections sold without an alarm', () => soldTwice()],
    [
      'I4',
      'the sale of another trade booked as a manual one',
      () => {
        const day = sold(protectedDay()).becomes(TWO_IN_ONE).decide('d2').trade('t2', 'entering', 'd2')
        day.place('e2', 'BUY', ENTRY, { tradeId: 't2' }).taken('e2', 'BUY', ENTRY).filled('e2', UNITS, MID, 't2')
        const sale = day.fills.find(({ orderId }) => orderId === 's1')!
        day.fills.push({ ...sale, fillId: `${sale.fillId}/1`, tradeId: 't2', isManual: true })
        return day.closed('t2', 0, 'd2')
      },
    ],
    ['I4', 'an abandoned entry that had filled', () => sold(protectedDay()).trade('t1', 'abandoned')],
    ['I5', 'a trade that never ends', () => protectedDay()],
  ])('%s: %s', (invariant, _name, notify) => {
    expect(notify().end()).toContain(invariant)
  })
})

it('lets an order begin under its own call after a row shows that an answer to another named it by mistake', () => {
  const revived = (mistaken: { isForeign?: true }, intentId: string) => {
    const day = protectedDay().rowOf('s1', { intentId: 'i9', phase: 'rejected', ...mistaken })
    day.rowOf('s1', { intentId, phase: 'pending' }).end()
    return day.checker.violations.some(({ text }) => text === 'order s1 was over and is pending again')
  }
  expect(revived({ isForeign: true }, 'is1')).toBe(false)
  expect(revived({}, 'is1')).toBe(true)
  expect(revived({ isForeign: true }, 'i9')).toBe(true)
})

it('wants entries of either kind held where a row of the books was set aside, not where a refusal was', () => {
  const isBlamed = (notify: (day: StagedDay) => StagedDay) => {
    const day = notify(new StagedDay())
    day.end()
    return day.checker.violations.some(({ text }) => text.endsWith('entries were not held'))
  }
  const fill = (day: StagedDay) =>
    day.alarm(rejectionOf({ code: 'journal_row.fill', id: 'f1', side: 'BUY', quantity: '65' }))
  expect(isBlamed((day) => day.alarm(rejectionOf({ code: 'journal_row.refusal', decision: 'd1' })))).toBe(false)
  expect(isBlamed(fill)).toBe(true)
  expect(isBlamed((day) => fill(day).holds('paper'))).toBe(true)
  expect(isBlamed((day) => fill(day).holds('paper').holds('live'))).toBe(false)
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

it('an order that books lacked by turns does not show that a book was old, one that every book showed does (I2)', () => {
  const held = (laterBook: readonly string[]) => {
    const day = new StagedDay().trade('t1', 'entering').wait(1_000)
    day.place('e1', 'BUY', ENTRY, { outcome: { state: 'accepted', at: day.now, orderId: 'e1' } })
    day.taken('e1', 'BUY', ENTRY).wait(100).filled('e1', UNITS, MID).trade('t1', 'open')
    day.place('s1', 'SELL', STOP, DOUBT).taken('s1', 'SELL', STOP).status('s1', 'TRIGGER PENDING')
    day.fault('book_stale', 3).wait(6_000).readsOrders()
    Object.assign(day.ordersRead.at(-1)!, { orderIds: laterBook })
    day.wait(6_000).settle('s1', { state: 'absent', at: day.now })
    day.end()
    return day.checker.violations.map(({ text }) => text)
  }
  const text = 'the protect is1 was held absent though the exchange had taken it'
  expect(held(['e1'])).toContain(text)
  expect(held([])).not.toContain(text)
})
