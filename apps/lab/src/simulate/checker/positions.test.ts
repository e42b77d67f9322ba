// @invariant I1
// @invariant I11
// @invariant I12
// @invariant I13
import type { OrderTerms } from '@strikewise/execution/order/order.ts'
import { describe, expect, it } from 'vitest'
import { StagedDay } from './testing/day-fixture.ts'
import { MID, RISK, UNITS } from './testing/facts-fixture.ts'
import { ENTRY, entered, EXIT, protectedDay, sold, STOP } from './testing/fixtures.ts'

const TWO_IN_ONE = {
  plan: 'master',
  risk: { ...RISK, maxPositionsPerSymbol: 2 },
} as const
const DOUBT = { answer: { type: 'in_doubt', why: 'no answer' } } as const

describe('a position that must never be is seen', () => {
  it.each<[string, string, () => StagedDay]>([
    ['I1', 'no stop for three seconds', () => entered().wait(3_000)],
    [
      'I1',
      'a stop for less than is held',
      () => {
        const day = entered().place('s1', 'SELL', STOP).taken('s1', 'SELL', { kind: 'SL', quantity: 1 })
        return day.status('s1', 'TRIGGER PENDING').wait(3_000)
      },
    ],
    ['I1', 'a stop that fired and is not chased', () => protectedDay().status('s1', 'OPEN').wait(6_000)],
    ['I1', 'an exit that is not followed up', () => unprotectedFor(30_000)],
    [
      'I1',
      'one of two positions exited, the other unprotected',
      () => {
        const day = entered().becomes(TWO_IN_ONE).decide('d2').trade('t2', 'entering', 'd2')
        day.place('e2', 'BUY', ENTRY, { tradeId: 't2' }).taken('e2', 'BUY', ENTRY).filled('e2', UNITS, MID, 't2')
        for (const exit of ['x1', 'x2', 'x3'])
          day.place(exit, 'SELL', EXIT).taken(exit, 'SELL', EXIT).status(exit, 'REJECTED').wait(1_000)
        return day
      },
    ],
    [
      'I1',
      'a stop that is written down and waits in its own process',
      () => {
        const order = {
          tag: 's1',
          tradingsymbol: 'NIFTY26D0124000CE',
          side: 'SELL',
          product: 'MIS',
          terms: STOP,
        } as const
        return entered().intent('is1', 'protect', { type: 'place', order }, 't1', { state: 'sending' }).wait(3_000)
      },
    ],
    ['I1', 'a stop taken away though no change of it failed', () => protectedDay().cancel('s1')],
    [
      'I1',
      'a stop taken away for a manual sale from before its trade',
      () => {
        const day = sold(protectedDay()).taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
        day.filled('hand', UNITS, 14_000, 't1', false).wait(1_000).decide('d2').trade('t2', 'entering', 'd2')
        day.place('e2', 'BUY', ENTRY, { tradeId: 't2' }).taken('e2', 'BUY', ENTRY).filled('e2', UNITS, MID, 't2')
        day.place('s2', 'SELL', STOP, { tradeId: 't2' }).taken('s2', 'SELL', STOP).status('s2', 'TRIGGER PENDING')
        return day.known('e2', 'complete').known('s2', 'armed').cancel('s2')
      },
    ],
    [
      'I11',
      'sold more than bought',
      () => sold(protectedDay()).place('x1', 'SELL', EXIT).taken('x1', 'SELL', EXIT).filled('x1', UNITS, 11_000),
    ],
    ['I11', 'short after a manual sale without a notification', () => shortByUser().wait(9_000)],
    [
      'I11',
      'short after a manual sale, and only the observer knows',
      () => shortByUser().observed('manual_short').wait(9_000),
    ],
    [
      'I11',
      'short while a notification is about something else',
      () => shortByUser().alarm('open_sale_over_nothing').wait(9_000),
    ],
    ['I11', 'two stops without any doubt', () => protectedDay().place('s2', 'SELL', STOP).taken('s2', 'SELL', STOP)],
    ['I12', 'a stop that outlives its trade', () => outlived()],
    [
      'I12',
      'an entry that stands',
      () => new StagedDay().trade('t1', 'entering').place('e1', 'BUY', ENTRY).taken('e1', 'BUY', ENTRY).wait(20_000),
    ],
    [
      'I13',
      'an order that is not ours touched',
      () => protectedDay().taken('theirs', 'SELL', STOP).modify('theirs', STOP),
    ],
    [
      'I13',
      'a manual sale not noticed',
      () => {
        const day = protectedDay().taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
        return day.filled('hand', UNITS, 14_000, 't1', false).wait(15_000)
      },
    ],
    [
      'I13',
      'a cancel that the exchange gave up, and the stop left after a manual sale',
      () => {
        const day = protectedDay().going('s1')
        day.taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS }).filled('hand', UNITS, 14_000, 't1', false)
        return day.wait(12_000).status('s1', 'TRIGGER PENDING').wait(12_000)
      },
    ],
  ])('%s: %s', (invariant, _name, notify) => {
    expect(notify().end()).toContain(invariant)
  })
})

describe('an exit at work at the lowest price that the band lets it ask, with which nothing was done', () => {
  const LAST = 15_710
  const working = (bid: number, last = LAST) => {
    const day = entered().bid(bid, true, last).place('x1', 'SELL', EXIT).taken('x1', 'SELL', EXIT)
    return day.status('x1', 'OPEN')
  }

  it.each<[boolean, string, () => StagedDay]>([
    [false, 'for half a minute while every buyer bids less', () => working(9_000).wait(30_000)],
    [true, 'for longer than that', () => working(9_000).wait(33_000)],
    [true, 'for six seconds where the band lets it ask less', () => working(9_000, 15_000).wait(6_000)],
    [true, 'for six seconds while a buyer bids what it asks', () => working(11_000).wait(6_000)],
    [true, 'for six seconds where no one bids', () => working(0).wait(6_000)],
    [
      true,
      'for six seconds since the band has fallen',
      () => working(9_000).wait(8_000).bid(9_000, true, 15_000).wait(6_000),
    ],
    [
      false,
      'for three seconds since the band has fallen',
      () => working(9_000).wait(8_000).bid(9_000, true, 15_000).wait(3_000),
    ],
  ])('is accused: %j, %s (I1)', (isAccused, _when, notify) => {
    expect(notify().end().includes('I1')).toBe(isAccused)
  })
})

describe('a market order of an exit at work at the exchange, with which nothing was done', () => {
  const working = (bid: number, published: boolean, terms: OrderTerms = { kind: 'MARKET', quantity: UNITS }) => {
    const day = entered().bid(bid, published).place('x1', 'SELL', terms).taken('x1', 'SELL', terms)
    return day.status('x1', 'OPEN')
  }

  it.each<[boolean, string, () => StagedDay]>([
    [false, 'for half a minute while no one bids', () => working(0, true).wait(30_000)],
    [true, 'for longer than that', () => working(0, true).wait(33_000)],
    [true, 'for six seconds while someone bids', () => working(10_000, true).wait(6_000)],
    [true, 'for six seconds while the feed does not show that no one does', () => working(0, false).wait(6_000)],
    [true, 'for six seconds after a buyer came', () => working(0, true).wait(8_000).bid(10_000).wait(6_000)],
    [false, 'for three seconds after a buyer came', () => working(0, true).wait(8_000).bid(10_000).wait(3_000)],
    [
      false,
      'since the feed shows a buyer no more',
      () => working(0, true).wait(8_000).bid(10_000).wait(1_000).bid(0).wait(8_000),
    ],
    [true, 'for six seconds where it is none', () => working(0, true, EXIT).wait(6_000)],
  ])('is accused: %j, %s (I1)', (isAccused, _when, notify) => {
    expect(notify().end().includes('I1')).toBe(isAccused)
  })
})

/** An exit goes out, its answer is lost, and nothing follows for `ms`. */
function unprotectedFor(ms: number): StagedDay {
  return entered().wait(100).place('x1', 'SELL', EXIT, DOUBT).wait(ms)
}

/** The position is sold by an exit, and a stop comes behind it. */
function outlived(): StagedDay {
  const day = entered().wait(100).place('x1', 'SELL', EXIT).taken('x1', 'SELL', EXIT)
  day.filled('x1', UNITS, 11_000).closed('t1').wait(1_000)
  day.known('e1', 'complete').known('x1', 'complete').place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP)
  return day.status('s1', 'TRIGGER PENDING').known('s1', 'armed').wait(60_000)
}

/** The stop fires; then the user sells what is not there any more. */
function shortByUser(): StagedDay {
  const day = sold(protectedDay()).taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
  return day.filled('hand', UNITS, 14_000, 't1', false)
}
