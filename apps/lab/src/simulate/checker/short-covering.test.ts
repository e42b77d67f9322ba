import type { Paise } from '@strikewise/domain/money/paise.ts'
import { describe, expect, it } from 'vitest'
import type { StagedDay } from './testing/day-fixture.ts'
import { UNITS } from './testing/facts-fixture.ts'
import { protectedDay, STOP } from './testing/fixtures.ts'

const COVER = { kind: 'LIMIT', quantity: UNITS, price: 12_500 as Paise, validity: 'IOC' } as const
const AS_COVER = { kind: 'cover' } as const
const DOUBT = { ...AS_COVER, answer: { type: 'in_doubt', why: 'no answer' } } as const

const inDoubt = ({ now }: StagedDay) => ({ state: 'in_doubt', since: now, notBefore: now, why: 'no answer' }) as const

/** The user sells the position manually, and our stop fires before any process could see it. */
function raced(coverManualShorts: boolean): StagedDay {
  const day = protectedDay().becomes({ coverManualShorts }).wait(8_000)
  day.taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS }).filled('hand', UNITS, 12_050, 't1', false)
  day.wait(100).status('s1', 'OPEN').filled('s1', UNITS, 11_950).closed('t1').wait(2_500)
  return day.alarm('manual_short')
}

/** Two stops of ours sold one position. */
function soldTwice(isHidden = true): StagedDay {
  const day = isHidden ? protectedDay().fault('orders_hidden', 2) : protectedDay()
  day.place('s2', 'SELL', STOP).taken('s2', 'SELL', STOP)
  day.status('s2', 'TRIGGER PENDING').wait(100)
  for (const stop of ['s1', 's2']) day.status(stop, 'OPEN').filled(stop, UNITS, 11_950)
  return day.closed('t1').wait(2_500).alarm('short')
}

const bought = (day: StagedDay, tag = 'b1', units = UNITS) =>
  day
    .place(tag, 'BUY', { ...COVER, quantity: units }, AS_COVER)
    .taken(tag, 'BUY', { kind: 'LIMIT', quantity: units })
    .wait(50)
    .filled(tag, units, 12_100)

/** What the checker shows of covers: other rules judge the rest of such a day. */
function reportedOf(day: StagedDay): readonly string[] {
  return day.checker.violations.filter(({ text }) => /cover|bought back/u.test(text)).map(({ text }) => text)
}

describe('a short that is bought back as it should be', () => {
  it.each<[string, () => StagedDay]>([
    ['orders of ours alone made it', () => bought(soldTwice())],
    ['the user chose that for one of their own', () => bought(raced(true))],
    ['the user has not chosen it, and it stays', () => raced(false).wait(60_000)],
    [
      'the user buys it back before us',
      () => {
        const day = raced(true).taken('back', 'BUY', { kind: 'MARKET', quantity: UNITS })
        return day.filled('back', UNITS, 12_000, 't1', false).wait(20_000)
      },
    ],
    [
      'in two parts',
      () => {
        const day = raced(true).place('b1', 'BUY', COVER, AS_COVER).taken('b1', 'BUY', COVER).status('b1', 'CANCELLED')
        return bought(day.wait(4_000), 'b2')
      },
    ],
  ])('%s', (_name, notify) => {
    expect(reportedOf(notify().wait(1_000))).toEqual([])
  })
})

it('a short may be bought back later by as long as its process was suspended and cannot know it, and no longer', () => {
  const LATE = expect.stringMatching(/were not bought back for/u)
  const findings = (clockOffMs: number, lateMs: number) => {
    const day = protectedDay().clockOff(clockOffMs).suspended(4_000).wait(100).readsOrders()
    const sold = day.becomes({ coverManualShorts: true }).wait(8_000)
    sold.taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS }).filled('hand', UNITS, 12_050, 't1', false)
    sold.wait(100).status('s1', 'OPEN').filled('s1', UNITS, 11_950).known('s1', 'complete').closed('t1')
    return reportedOf(bought(sold.alarm('manual_short').wait(lateMs)).wait(1_000))
  }
  expect(findings(3_600_000, 8_000)).toEqual([])
  expect(findings(3_600_000, 13_000)).toContainEqual(LATE)
  expect(findings(0, 8_000)).toContainEqual(LATE)
})

describe('a cover that must not be is seen', () => {
  it.each<[string, RegExp, () => StagedDay]>([
    ['none', /were not bought back for/u, () => raced(true).wait(20_000)],
    [
      'none after the first came to nothing',
      /were not bought back for/u,
      () => {
        const day = raced(true).place('b1', 'BUY', COVER, AS_COVER).taken('b1', 'BUY', COVER).status('b1', 'CANCELLED')
        return day.wait(20_000)
      },
    ],
    ['for more than is short', /130 units bought back of 65/u, () => bought(raced(true), 'b1', 2 * UNITS)],
    ['of the user’s own short, unasked', /unasked/u, () => bought(raced(false))],
    [
      'once more while the first works',
      /130 units bought back of 65/u,
      () => {
        const day = raced(true).place('b1', 'BUY', COVER, AS_COVER).taken('b1', 'BUY', COVER)
        return day.wait(1_000).place('b2', 'BUY', COVER, AS_COVER)
      },
    ],
    [
      'once more while the first is in doubt',
      /may still arrive/u,
      () => raced(true).place('b1', 'BUY', COVER, DOUBT).wait(3_000).place('b2', 'BUY', COVER, AS_COVER),
    ],
  ])('%s', (_name, text, notify) => {
    expect(reportedOf(notify())).toContainEqual(expect.stringMatching(text))
  })
})

it('of a short beside units that the user bought and converted has no known owner, of one beside none it is known', () => {
  const sale = { kind: 'MARKET', quantity: UNITS } as const
  const short = (isConverted: boolean) => {
    const day = protectedDay().becomes({ coverManualShorts: true }).wait(8_000)
    day.taken('own', 'BUY', sale).filled('own', UNITS, 12_500, 't1', false)
    if (isConverted) day.converts(UNITS)
    else day.taken('h1', 'SELL', sale).filled('h1', UNITS, 12_050, 't1', false)
    day.taken('h2', 'SELL', sale).filled('h2', UNITS, 12_050, 't1', false)
    day.wait(100).status('s1', 'OPEN').filled('s1', UNITS, 11_950).closed('t1').wait(2_500)
    return day.alarm('manual_short')
  }
  const late = expect.stringMatching(/were not bought back for/u)
  expect(reportedOf(short(true).wait(20_000))).toEqual([])
  expect(reportedOf(bought(short(true)))).toEqual([])
  expect(reportedOf(short(false).wait(20_000))).toContainEqual(late)
})

it('a cover is late without blame while positions or trades could not show the short, not once both do', () => {
  const isLate = (day: StagedDay) => reportedOf(day).some((text) => text.includes('were not bought back for'))
  const known = () => soldTwice().known('s1', 'complete').known('s2', 'complete')
  const slow = () => known().fault('read_slow', 2)
  expect(isLate(slow().wait(6_000))).toBe(false)
  expect(isLate(slow().readsBooks(-UNITS).wait(6_000))).toBe(true)
  expect(isLate(slow().readsBooks(-UNITS, false).wait(6_000))).toBe(false)
  // Without a fault nothing kept the trade book from being read.
  expect(isLate(raced(true).known('s1', 'complete').readsBooks(-UNITS, false).wait(6_000))).toBe(true)
  const unbooked = slow()
  unbooked.fills.splice(-1)
  expect(isLate(unbooked.readsBooks(-UNITS).wait(6_000))).toBe(false)
})

it('positions from before the trade book showed the sales are no reason to cover', () => {
  const isLate = (day: StagedDay) => reportedOf(day).some((text) => text.includes('were not bought back for'))
  const known = () => soldTwice().known('s1', 'complete').known('s2', 'complete').fault('read_slow', 2)
  const shown = () => known().readsBooks(-UNITS, false).wait(100)
  expect(isLate(shown().readsTrades().wait(6_000))).toBe(false)
  expect(isLate(shown().readsTrades().wait(100).readsBooks(-UNITS, false).wait(6_000))).toBe(true)
})

it('what an order sold whose rows the store has lost is not bought back, as its user was notified, other shorts are', () => {
  const late = expect.stringMatching(/were not bought back for/u)
  const alone = () => raced(true).losesRowsOf('s1')
  expect(reportedOf(alone().alarm('unknown_tag').wait(20_000))).not.toContainEqual(late)
  expect(reportedOf(alone().wait(20_000))).toContainEqual(late)
})

it('a further cover is late without blame while no positions of the last 6 s could be read, not where some were', () => {
  const isLate = (day: StagedDay) => reportedOf(day).some((text) => text.includes('were not bought back for'))
  const tried = () => {
    const day = soldTwice(false).known('s1', 'complete').known('s2', 'complete').readsBooks(-UNITS)
    day.place('b1', 'BUY', COVER, AS_COVER).taken('b1', 'BUY', COVER).status('b1', 'CANCELLED')
    return day.known('b1', 'cancelled').wait(3_000).readsBooks(-UNITS)
  }
  const unread = (day: StagedDay) => day.fault('token_expired', 2).wait(6_000)
  expect(isLate(unread(tried().wait(5_000)))).toBe(false)
  expect(isLate(unread(tried().wait(5_000).readsBooks(-UNITS)))).toBe(true)
  // Nothing kept them from being read again.
  expect(isLate(tried().wait(11_000))).toBe(true)
})

it('a cover is late without blame while the exchange owes its word on one that the broker took, not once it has given it', () => {
  const isLate = (day: StagedDay) => reportedOf(day).some((text) => text.includes('were not bought back for'))
  const covered = () => raced(true).place('b1', 'BUY', COVER, AS_COVER).taken('b1', 'BUY', COVER)
  expect(isLate(covered().wait(20_000))).toBe(false)
  expect(isLate(covered().wait(10_000).status('b1', 'OPEN').wait(20_000))).toBe(true)
  // It ended without a purchase just before the time allowed by then was over.
  expect(isLate(covered().wait(22_500).status('b1', 'CANCELLED').wait(4_000))).toBe(false)
  expect(isLate(covered().wait(22_500).status('b1', 'CANCELLED').wait(13_000))).toBe(true)
})

it('a cover that no book shows and that is held absent counts as none, not one that is not held so or that the books may show', () => {
  const findings = (isHidden: boolean, isHeldAbsent: boolean) => {
    const day = raced(true)
    if (isHidden) day.fault('orders_hidden', 3)
    day.place('b1', 'BUY', COVER, { ...DOUBT, outcome: inDoubt(day) })
    day.taken('b1', 'BUY', COVER).wait(11_000)
    if (isHeldAbsent) day.settle('b1', { state: 'absent', at: day.now })
    return reportedOf(day.place('b2', 'BUY', COVER, AS_COVER))
  }
  const doubled = expect.stringMatching(/130 units bought back of 65/u)
  expect(findings(true, true)).not.toContainEqual(doubled)
  expect(findings(true, false)).toContainEqual(doubled)
  expect(findings(false, true)).toContainEqual(doubled)
})
