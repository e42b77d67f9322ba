import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
// @invariant I3
// @invariant I10
import { describe, expect, it } from 'vitest'
import { StagedDay } from './testing/day-fixture.ts'
import { MID, UNITS } from './testing/facts-fixture.ts'
import { ENTRY, protectedDay, sold } from './testing/fixtures.ts'

const DOUBT = { answer: { type: 'in_doubt', why: 'no answer' } } as const

describe('an entry that must never leave is seen', () => {
  it.each<[string, string, () => StagedDay]>([
    [
      'I3',
      'a second attempt as large as what was stopped out',
      () => {
        const day = sold(protectedDay())
        day.trade('t1', 'closed', 'd1', { ...day.trades[0], exitReason: 'stop' }).wait(6_000)
        return day.decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' })
      },
    ],
    ['I3', 'no consent', () => enteringWith({ consentGiven: false })],
    ['I3', 'a plan that has ended', () => enteringWith({ planExpiresAt: 1 as EpochMs })],
    ['I3', 'a plan that does not trade', () => enteringWith({ plan: 'starter' })],
    ['I3', 'auto execution off', () => enteringWith({ strategies: [] })],
    [
      'I3',
      'a token of yesterday',
      () => enteringWith({ link: { mode: 'paper', connected: true, loginAt: 1 as EpochMs, egressAddress: null } }),
    ],
    [
      'I3',
      'more lots than were set',
      () => new StagedDay().trade('t1', 'entering').place('e1', 'BUY', { ...ENTRY, quantity: 2 * UNITS }),
    ],
    ['I3', 'no whole lot', () => new StagedDay().trade('t1', 'entering').place('e1', 'BUY', { ...ENTRY, quantity: 7 })],
    [
      'I3',
      'a limit far above the decision',
      () => new StagedDay().trade('t1', 'entering').place('e1', 'BUY', { ...ENTRY, price: 15_400 as Paise }),
    ],
    [
      'I3',
      'an order that rests',
      () => new StagedDay().trade('t1', 'entering').place('e1', 'BUY', { ...ENTRY, validity: 'DAY' }),
    ],
    [
      'I3',
      'an old price',
      () =>
        new StagedDay().fault('feed_silent', 2, 'feed').wait(6_000).trade('t1', 'entering').place('e1', 'BUY', ENTRY),
    ],
    ['I3', 'an old decision', () => new StagedDay().wait(30_000).trade('t1', 'entering').place('e1', 'BUY', ENTRY)],
    [
      'I3',
      'outside the hours',
      () =>
        new StagedDay()
          .wait(4 * 3_600_000)
          .decide('d9')
          .trade('t1', 'entering', 'd9')
          .place('e1', 'BUY', ENTRY),
    ],
    [
      'I3',
      'a second trade of a plan for one',
      () => protectedDay().decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' }),
    ],
    [
      'I3',
      'an entry beside one in doubt',
      () => {
        const day = new StagedDay().trade('t1', 'entering').place('e1', 'BUY', ENTRY, DOUBT).wait(1_000)
        return day.decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' })
      },
    ],
    [
      'I10',
      'an entry after the stop button',
      () =>
        new StagedDay()
          .trade('t1', 'entering')
          .becomes({ killSwitch: { user: true, global: false } })
          .wait(300)
          .place('e1', 'BUY', ENTRY),
    ],
  ])('%s: %s', (invariant, _name, notify) => {
    expect(notify().end()).toContain(invariant)
  })
})

describe('an entry while something else may be bought', () => {
  /** The user sells the position manually as our stop fires; so many units are bought back, or entered. */
  const bought = (kind: 'cover' | 'enter', isTaken: boolean) => {
    const day = protectedDay().taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
    sold(day.filled('hand', UNITS, MID, 't1', false)).wait(6_000)
    const tradeId = kind === 'cover' ? 't1' : 't2'
    if (kind === 'enter') day.decide('d2').trade('t2', 'entering', 'd2')
    day.place('b1', 'BUY', ENTRY, { kind, tradeId, ...(isTaken ? {} : DOUBT) })
    if (isTaken) day.taken('b1', 'BUY', ENTRY)
    return day.wait(1_000).decide('d3').trade('t3', 'entering', 'd3').place('e3', 'BUY', ENTRY, { tradeId: 't3' })
  }
  const hasSecondEntry = (day: StagedDay) =>
    day.checker.violations.some(({ text }) => text.includes('1 active already'))

  it.each([
    ['in doubt', false],
    ['on its way', true],
  ])('may leave beside what buys back, not beside another entry, %s', (_state, isTaken) => {
    expect(hasSecondEntry(bought('cover', isTaken))).toBe(false)
    expect(hasSecondEntry(bought('enter', isTaken))).toBe(true)
  })
})

/** A day whose account is so when an entry leaves. */
function enteringWith(facts: Parameters<StagedDay['becomes']>[0]): StagedDay {
  return new StagedDay().becomes(facts).wait(3_000).trade('t1', 'entering').place('e1', 'BUY', ENTRY)
}

describe('an entry within the pause after an exit', () => {
  const pauses = expect.stringMatching(/^entry e2: \d+ ms after the last exit in NIFTY, 600000 is the pause/)
  const entersAfter = (day: StagedDay) => {
    const decided = day.wait(8_000).decide('d2').trade('t2', 'entering', 'd2')
    return decided.place('e2', 'BUY', ENTRY, { tradeId: 't2' }).checker.violations.map(({ text }) => text)
  }
  const fires = (day: StagedDay) => day.status('s1', 'OPEN').filled('s1', UNITS, 11_950)

  it('is none while the books are old and no row shows the sale, and is one once a row does', () => {
    const day = () => fires(protectedDay().pausesFor(600_000).fault('book_stale', 3))
    expect(entersAfter(day())).not.toContainEqual(pauses)
    expect(entersAfter(day().known('s1', 'complete'))).toContainEqual(pauses)
  })

  it('is one where the books were to show the sale', () => {
    expect(entersAfter(fires(protectedDay().pausesFor(600_000)))).toContainEqual(pauses)
  })
})
