import type { IntentKind } from '@strikewise/execution/intent/intent.ts'
import type { LevelName } from '@strikewise/execution/levels.ts'
import { describe, expect, it } from 'vitest'
import type { NakedTimes } from './naked-times.ts'
import { ENTRY, entered, EXIT, MID, protectedDay, sold, StagedDay, STOP, UNITS } from './testing/staged-day.ts'

const TWO_IN_ONE = {
  plan: 'master',
  risk: { capital: 50_000_000 as never, dailyLossCapPct: 3, maxEntriesPerSymbol: 3, maxPositionsPerSymbol: 2 },
} as const
const API_KEY = 'canary-api-key-u1'
const ACCESS_TOKEN = 'canary-access-token-u1'
const DOUBT = { answer: { type: 'in_doubt', why: 'no answer' } } as const

/** A price at which a stop in doubt is sent again. */
const NEAR = 12_050

describe('a day in which everything holds', () => {
  it.each<[string, () => StagedDay]>([
    ['entry, stop, sold by the stop', () => sold(protectedDay())],
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
      'an exit that was cancelled by hand and is placed again with the next step of the chase',
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
        const open = { ...DOUBT, outcome: { state: 'in_doubt' } as never }
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
    ['both of two protections sold, and the user told', () => soldTwice().alarm('short')],
    ['short after a sale by hand, and the user notified', () => shortByHand().wait(7_000).alarm('short').wait(10_000)],
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
        const open = { ...DOUBT, outcome: { state: 'in_doubt' } as never }
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
      'sold by hand while the exchange takes long to cancel the stop',
      () => soldByHand(protectedDay().going('s1'), 19_000),
    ],
    ['a sale by hand, and the stop taken away in time', () => soldByHand(protectedDay(), 6_000)],
    [
      'a stop taken away whose position was sold by hand, while another trade holds the contract',
      () => {
        const day = protectedDay()
          .becomes({ plan: 'master' })
          .taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
        day.filled('hand', UNITS, 14_000, 't1', false)
        const sale = { fillId: `fhand${UNITS}/1`, orderId: 'hand', byHand: true, side: 'SELL' } as const
        day.fills.push({ ...day.fills[0]!, ...sale, price: 14_000 as never })
        day.wait(6_000).decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' })
        day.taken('e2', 'BUY', ENTRY).filled('e2', UNITS, MID, 't2').trade('t2', 'open', 'd2').cancel('s1')
        day.status('s1', 'CANCELLED').closed('t1')
        day.place('s2', 'SELL', STOP, { tradeId: 't2' }).taken('s2', 'SELL', STOP).wait(100).status('s2', 'OPEN')
        return day.filled('s2', UNITS, 11_950, 't2').closed('t2', 0, 'd2')
      },
    ],
  ])('%s', (_name, tell) => {
    const day = tell()
    day.end()
    expect(day.checker.violations).toEqual([])
  })
})

describe('what must never be is seen', () => {
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
    ['I1', 'an exit that is not followed up', () => bareFor(30_000)],
    [
      'I1',
      'one of two positions given up, the other bare',
      () => {
        const day = entered().becomes(TWO_IN_ONE).decide('d2').trade('t2', 'entering', 'd2')
        day.place('e2', 'BUY', ENTRY, { tradeId: 't2' }).taken('e2', 'BUY', ENTRY).filled('e2', UNITS, MID, 't2')
        for (const exit of ['x1', 'x2', 'x3'])
          day.place(exit, 'SELL', EXIT).taken(exit, 'SELL', EXIT).status(exit, 'REJECTED').wait(1_000)
        return day
      },
    ],
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
    [
      'I3',
      'a second attempt as large as what was stopped out',
      () => {
        const day = sold(protectedDay())
        day.trade('t1', 'closed', 'd1', { ...day.trades[0], exitReason: 'stop' }).wait(6_000)
        return day.decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' })
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
      'a stop taken away for a sale by hand from before its trade',
      () => {
        const day = sold(protectedDay()).taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
        day.filled('hand', UNITS, 14_000, 't1', false).wait(1_000).decide('d2').trade('t2', 'entering', 'd2')
        day.place('e2', 'BUY', ENTRY, { tradeId: 't2' }).taken('e2', 'BUY', ENTRY).filled('e2', UNITS, MID, 't2')
        day.place('s2', 'SELL', STOP, { tradeId: 't2' }).taken('s2', 'SELL', STOP).status('s2', 'TRIGGER PENDING')
        return day.known('e2', 'complete').known('s2', 'armed').cancel('s2')
      },
    ],
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
    ['I3', 'no consent', () => enteringWith({ consentGiven: false })],
    ['I3', 'a plan that has ended', () => enteringWith({ planExpiresAt: 1 as never })],
    ['I3', 'a plan that does not trade', () => enteringWith({ plan: 'starter' })],
    ['I3', 'auto execution off', () => enteringWith({ strategies: [] })],
    [
      'I3',
      'a token of yesterday',
      () => enteringWith({ link: { mode: 'paper', connected: true, loginAt: 1 as never, egressAddress: null } }),
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
      () => new StagedDay().trade('t1', 'entering').place('e1', 'BUY', { ...ENTRY, price: 15_400 as never }),
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
    ['I4', 'both of two protections sold, and nobody told', () => soldTwice()],
    [
      'I4',
      'the sale of another trade booked as one by hand',
      () => {
        const day = sold(protectedDay()).becomes(TWO_IN_ONE).decide('d2').trade('t2', 'entering', 'd2')
        day.place('e2', 'BUY', ENTRY, { tradeId: 't2' }).taken('e2', 'BUY', ENTRY).filled('e2', UNITS, MID, 't2')
        const sale = day.fills.find(({ orderId }) => orderId === 's1')!
        day.fills.push({ ...sale, fillId: `${sale.fillId}/1`, tradeId: 't2', byHand: true })
        return day.closed('t2', 0, 'd2')
      },
    ],
    ['I4', 'a given-up entry that had filled', () => sold(protectedDay()).trade('t1', 'abandoned')],
    ['I5', 'a trade that never ends', () => protectedDay()],
    ['I9', 'held late in the day, and nobody told', () => protectedDay().wait(4.6 * 3_600_000)],
    [
      'I9',
      'held late in the day, and only the observer knows',
      () =>
        protectedDay()
          .observed('not_flat')
          .wait(4.6 * 3_600_000),
    ],
    [
      'I10',
      'an entry after the stop button',
      () =>
        new StagedDay()
          .trade('t1', 'entering')
          .becomes({ stop: { user: true, global: false } })
          .wait(300)
          .place('e1', 'BUY', ENTRY),
    ],
    [
      'I11',
      'sold more than bought',
      () => sold(protectedDay()).place('x1', 'SELL', EXIT).taken('x1', 'SELL', EXIT).filled('x1', UNITS, 11_000),
    ],
    ['I11', 'short after a sale by hand without a notification', () => shortByHand().wait(9_000)],
    [
      'I11',
      'short after a sale by hand, and only the observer knows',
      () => shortByHand().observed('short_by_hand').wait(9_000),
    ],
    [
      'I11',
      'short while a notification is about something else',
      () => shortByHand().alarm('open_sale_over_nothing').wait(9_000),
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
      'an order of somebody else touched',
      () => protectedDay().taken('theirs', 'SELL', STOP).modify('theirs', STOP),
    ],
    [
      'I13',
      'a sale by hand not noticed',
      () => {
        const day = protectedDay().taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
        return day.filled('hand', UNITS, 14_000, 't1', false).wait(15_000)
      },
    ],
    [
      'I13',
      'a cancel that the exchange gave up, and the stop left after a sale by hand',
      () => {
        const day = protectedDay().going('s1')
        day.taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS }).filled('hand', UNITS, 14_000, 't1', false)
        return day.wait(12_000).status('s1', 'TRIGGER PENDING').wait(12_000)
      },
    ],
    [
      'I14',
      'eleven calls in a second',
      () => {
        const day = protectedDay()
        for (let i = 0; i < 11; i += 1) day.modify('s1', STOP)
        return day
      },
    ],
    [
      'I14',
      'trailing without end',
      () => {
        const day = protectedDay()
        for (let i = 1; i <= 21; i += 1)
          day.changed('s1', { orderType: 'SL', quantity: UNITS, triggerPrice: (12_000 + i) as never })
        return day
      },
    ],
    [
      'I7',
      'an API key in the words of a refusal that is written down',
      () => {
        const refused = { state: 'refused', at: 0 as never, code: 'other', text: `No, ${API_KEY}.` } as const
        return new StagedDay().intent('i1', 'enter', { type: 'cancel', orderId: 'x' }, 't1', refused)
      },
    ],
    ['I7', 'an access token told to a user', () => new StagedDay().note(`The broker says: ${ACCESS_TOKEN}`)],
    ['I7', 'an access token in an alarm', () => new StagedDay().alarm('token_dead', ACCESS_TOKEN)],
    ['I7', 'an API key in the name of a count', () => new StagedDay().count(`refused ${API_KEY}`)],
    ['I16', 'a queue fuller than it may be', () => full('wishes', 5)],
    ['I16', 'a mailbox that turns nothing away', () => full('mail', 300)],
    ['I16', 'an entry priced again and again', () => repeated('enter', 4)],
    ['I16', 'a stop tried again without end', () => repeated('protect', 101)],
    ['error', 'a turn that failed by itself', () => new StagedDay().alarm('turn_failed', 'x is not a function')],
    ['error', 'an event no trade can take', () => new StagedDay().count('illegal_trade_event flat open')],
    ['error', 'taken over by nobody', () => new StagedDay().alarm('taken_over')],
    ['error', 'short without a hand', () => sold(protectedDay()).alarm('short')],
  ])('%s: %s', (invariant, _name, tell) => {
    expect(tell().end()).toContain(invariant)
  })
})

it.each<[string, (day: StagedDay) => StagedDay, NakedTimes]>([
  ['without trouble', (day) => day.wait(1_300), { worstMs: 1_300, unexcusedMs: 1_300, byCause: {} }],
  [
    'while no process led',
    (day) => day.standsStill(4_000),
    { worstMs: 4_000, unexcusedMs: 0, byCause: { 'no leader': 4_000 } },
  ],
  [
    'beyond every excuse',
    (day) => day.standsStill(4_000).wait(5_000),
    { worstMs: 9_000, unexcusedMs: 9_000, byCause: {} },
  ],
])('measures the longest bare time %s', (_when, pass, naked) => {
  const day = sold(pass(entered().known('e1', 'complete')).place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP))
  day.end()
  expect(day.checker.nakedTimes).toEqual(naked)
  expect(day.checker.tradesOpened).toBe(1)
})

it('knows no more excuse once everything has been well for ten seconds', () => {
  const day = entered().fault('book_stale', 2)
  day.checker.healed()
  day.wait(9_000)
  expect(day.checker.violations).toEqual([])
  day.wait(2_000)
  expect(day.checker.violations.map(({ invariant }) => invariant)).toEqual(['I1'])
})

/** A day whose account is so when an entry leaves. */
function enteringWith(facts: Parameters<StagedDay['becomes']>[0]): StagedDay {
  return new StagedDay().becomes(facts).wait(3_000).trade('t1', 'entering').place('e1', 'BUY', ENTRY)
}

/** An exit goes out, its answer is lost, and nothing follows for `ms`. */
function bareFor(ms: number): StagedDay {
  return entered().wait(100).place('x1', 'SELL', EXIT, DOUBT).wait(ms)
}

/** A protection whose answer was lost is sent again; then both of them fire. */
function soldTwice(): StagedDay {
  const open = { ...DOUBT, outcome: { state: 'in_doubt' } as never }
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

/** The position is sold by an exit, and a stop comes behind it. */
function outlived(): StagedDay {
  const day = entered().wait(100).place('x1', 'SELL', EXIT).taken('x1', 'SELL', EXIT)
  day.filled('x1', UNITS, 11_000).closed('t1').wait(1_000)
  day.known('e1', 'complete').known('x1', 'complete').place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP)
  return day.status('s1', 'TRIGGER PENDING').known('s1', 'armed').wait(60_000)
}

function full(name: LevelName, count: number): StagedDay {
  const day = new StagedDay()
  day.levels.reached(name, count)
  return day
}

/** Calls of one kind in one trade, none of which came to anything. */
function repeated(kind: IntentKind, times: number): StagedDay {
  const day = new StagedDay()
  const refused = { state: 'refused', at: day.now, code: 'not_sent', text: 'held back' } as const
  for (let time = 0; time < times; time += 1)
    day.intent(`i${time}`, kind, { type: 'cancel', orderId: 'x' }, 't1', refused)
  return day
}

/** The stop fires; then the user sells what is not there any more. */
function shortByHand(): StagedDay {
  const day = sold(protectedDay()).taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
  return day.filled('hand', UNITS, 14_000, 't1', false)
}

/** Sold by the user, the stop gone `ms` later. */
function soldByHand(day: StagedDay, ms: number): StagedDay {
  day.taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS })
  day.filled('hand', UNITS, 14_000, 't1', false).wait(ms).status('s1', 'CANCELLED')
  const sale = { fillId: `fhand${UNITS}/1`, orderId: 'hand', byHand: true, side: 'SELL', quantity: UNITS } as const
  day.fills.push({ ...day.fills[0]!, ...sale, price: 14_000 as never })
  return day.closed('t1')
}
