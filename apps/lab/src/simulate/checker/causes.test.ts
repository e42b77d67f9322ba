import { describe, expect, it } from 'vitest'
import { CONTRACTS } from '../session/contracts.ts'
import { StagedDay } from './testing/day-fixture.ts'
import { MID, UNITS } from './testing/facts-fixture.ts'
import { ENTRY, entered, EXIT, MARKET, protectedDay, sold, STOP } from './testing/fixtures.ts'
import { IN_DOUBT } from './testing/in-doubt.ts'

const DOUBT = { answer: { type: 'in_doubt', why: 'no answer' }, outcome: IN_DOUBT } as const
const SENDING = { state: 'sending' } as const
const refused = (code: 'rate_limited' | 'token_expired') => ({ answer: { type: 'refused', code, text: code } }) as const

/** How far a clock that is wrong may be off. */
const HOURS_MS = 36_000_000

const isUnprotected = (day: StagedDay) =>
  day.checker.violations.some(({ text }) => text.includes('neither a stop nor an exit'))
const isSilent = (day: StagedDay) => day.checker.violations.some(({ text }) => text.endsWith('no alarm'))

/** Entered, and the rows report it: no reading is needed to know what is held. */
const known = () => entered().known('e1', 'complete')

const OTHER = CONTRACTS[1]!.tradingsymbol
/** The answer to its stop is lost; later the books lack whatever order gets there next. */
const hidden = () => known().place('s1', 'SELL', STOP, DOUBT).wait(8_000).fault('orders_hidden', 2)
/** Its stop was claimed, and no call has left. */
const claimed = (claimMs?: number, day = known()) => {
  const order = {
    tag: 's1',
    tradingsymbol: CONTRACTS[0]!.tradingsymbol,
    side: 'SELL',
    product: 'MIS',
    terms: STOP,
  } as const
  return day.intent('is1', 'protect', { type: 'place', order }, 't1', { state: 'sending' }, claimMs)
}

/** Its stop has fired and finds no buyer; the rows show this of it. */
const fired = (phase: 'pending' | 'open') =>
  known()
    .place('s1', 'SELL', STOP)
    .taken('s1', 'SELL', STOP)
    .status('s1', 'TRIGGER PENDING')
    .status('s1', 'OPEN')
    .known('s1', phase)

/** Its sale at market works, and no one bids for it. */
const withoutBuyer = () => known().bid(0).place('x1', 'SELL', MARKET).taken('x1', 'SELL', MARKET).status('x1', 'OPEN')

/** Its sale was rejected. */
const rejected = () => known().place('x1', 'SELL', EXIT).taken('x1', 'SELL', EXIT).status('x1', 'REJECTED')

describe('a position without a stop is excused', () => {
  it.each<[string, () => StagedDay, () => StagedDay]>([
    [
      'while a call for it is refused, not while one for nothing is',
      () => known().place('s1', 'SELL', STOP, refused('rate_limited')).wait(2_500),
      () => known().fault('rate_limited').wait(2_500),
    ],
    [
      'while the login is dead that refused its call, not while it is merely dead',
      () => known().fault('token_expired', 2).place('s1', 'SELL', STOP, refused('token_expired')).wait(15_000),
      () => known().fault('token_expired', 2).wait(2_500),
    ],
    [
      'while no bus tells of the login after a dead one, not by a bus that was away before',
      () => entered().fault('token_expired', 2).wait(12_000).fault('bus_away', 2, 'bus').wait(10_000),
      () => entered().fault('token_expired', 2).fault('bus_away', 2, 'bus').wait(22_000),
    ],
    [
      'by what keeps the first reading of a proof back, not by what comes after that and is over before the proof is',
      () => known().place('s1', 'SELL', STOP, DOUBT).wait(9_300).fault('read_slow', 1).wait(15_700),
      () => known().place('s1', 'SELL', STOP, DOUBT).wait(11_500).fault('read_slow', 1).wait(13_500),
    ],
    [
      'while the answer to its stop is lost, not while another call of the account is',
      () => known().place('s1', 'SELL', STOP, DOUBT).wait(9_000),
      () =>
        known()
          .place('s1', 'SELL', STOP, { ...DOUBT, tradeId: 't9' })
          .fault('request_lost')
          .wait(9_000),
    ],
    [
      'while the answer to its stop is lost that a wrong clock dated hours behind, not where no call has left',
      () => known().datedAhead(-HOURS_MS).place('s1', 'SELL', STOP, DOUBT).wait(9_000),
      () => claimed(2_000, known().datedAhead(-HOURS_MS)).wait(9_000),
    ],
    [
      'while the books lack another order that was acknowledged, not while they lack none that was',
      () => hidden().place('o2', 'BUY', ENTRY, { tradeId: 't9', tradingsymbol: OTHER }).wait(30_000),
      () =>
        hidden()
          .place('o2', 'BUY', ENTRY, { ...refused('rate_limited'), tradeId: 't9', tradingsymbol: OTHER })
          .wait(30_000),
    ],
    [
      'while a predecessor may have sent its stop, not while its own process has not',
      () => claimed().succeeded().wait(15_000),
      () => claimed().wait(15_000),
    ],
    [
      'while a predecessor may have sent its stop by a claim that waited for the store, not by one that did not',
      () => claimed(6_000).succeeded().wait(24_500),
      () => claimed().succeeded().wait(24_500),
    ],
    [
      'while a successor cannot write that the stop is in doubt, not once a row says so',
      () => claimed().succeeded().wait(8_000).fault('store_down', 3, 'store').wait(32_000),
      () => claimed().succeeded().wait(8_000).settle('s1', DOUBT.outcome).fault('store_down', 3, 'store').wait(32_000),
    ],
    [
      'until its lost stop is proven absent by books that the vault kept from being read, not by the vault of another',
      () => known().place('s1', 'SELL', STOP, DOUBT).wait(8_000).fault('vault_slow', 3).wait(20_000),
      () => known().place('s1', 'SELL', STOP, DOUBT).wait(8_000).fault('vault_slow', 3, 'u9').wait(20_000),
    ],
    [
      'after its stop was rejected, not by a rejection that struck nothing of it',
      () =>
        known().wait(1_900).place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP).status('s1', 'REJECTED').wait(1_900),
      () => known().wait(1_900).fault('rejected_later').wait(1_900),
    ],
    [
      'while the broker does not confirm its stop, not while something else is stuck',
      () => known().place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP).wait(30_000),
      () => known().fault('stuck', 4).wait(30_000),
    ],
    [
      'while the broker does not confirm a stop whose answer its process did not live to hear, not when it took none',
      () => known().place('s1', 'SELL', STOP, { answer: undefined }).taken('s1', 'SELL', STOP).wait(30_000),
      () => known().place('s1', 'SELL', STOP, { answer: undefined }).fault('stuck', 4).wait(30_000),
    ],
    [
      'while no book shows its fill, not once the rows say what is held',
      () => entered().fault('book_stale', 2).wait(10_000),
      () => known().fault('book_stale', 2).wait(10_000),
    ],
    [
      'in the moment after a late book showed its fill, not for longer',
      () => entered().fault('book_stale', 2).wait(1_950).known('e1', 'complete').wait(200),
      () => entered().fault('book_stale', 2).wait(1_950).known('e1', 'complete').wait(1_000),
    ],
    [
      'while no book shows that its stop has fired, not once the rows say so',
      () => fired('pending').fault('orders_hidden', 2).wait(9_000),
      () => fired('open').fault('orders_hidden', 2).wait(9_000),
    ],
    [
      'while the store takes no row, not while the disk is full',
      () => known().fault('store_down', 3, 'store').wait(20_000),
      () => known().fault('disk_full', 1, 'disk').wait(2_500),
    ],
    [
      'while no answer about its lease reaches the process that leads, not while one question hangs',
      () => known().leaseUnanswered(14_000),
      () => known().fault('lease_hung', 1, '0').wait(14_000),
    ],
    [
      'while its leader cannot know that its machine was suspended in the middle of a step, not once the broker has answered',
      () => fired('open').wait(1_000).suspended(4_000).wait(3_500),
      () => fired('open').wait(1_000).suspended(4_000).wait(100).readsOrders().wait(3_400),
    ],
    [
      'while its leader counts 30 s for a sale without a buyer past a suspension of its machine, not once someone bids',
      () => withoutBuyer().wait(1_000).suspended(10_000).wait(28_000),
      () => withoutBuyer().wait(1_000).suspended(10_000).bid(MID).wait(28_000),
    ],
    [
      'while its leader cannot know that its machine was suspended after a sale was rejected, not once the broker has answered',
      () => rejected().wait(1_000).suspended(4_000).wait(3_500),
      () => rejected().wait(1_000).suspended(4_000).wait(100).readsOrders().wait(3_400),
    ],
    [
      'while no process leads, not because one was to be stopped',
      () => known().standsStill(14_000),
      () => known().fault('freeze', 2, 'slot1').wait(14_000),
    ],
  ])('%s', (_what, tolerated, blamed) => {
    expect(isUnprotected(tolerated())).toBe(false)
    expect(isUnprotected(blamed())).toBe(true)
  })

  it('no longer than the cause lasts', () => {
    expect(isUnprotected(known().place('s1', 'SELL', STOP, refused('rate_limited')).wait(3_500))).toBe(true)
    expect(isUnprotected(known().place('s1', 'SELL', STOP, DOUBT).wait(60_000))).toBe(true)
    expect(isUnprotected(known().standsStill(14_000).wait(5_500))).toBe(true)
    expect(isUnprotected(fired('open').wait(1_000).suspended(4_000).wait(4_500))).toBe(true)
    expect(isUnprotected(known().fault('store_down', 3, 'store').wait(25_500))).toBe(true)
  })

  it('until the broker confirms its stop, however long nothing happened before that, not where it was sent late', () => {
    const confirmed = (day: StagedDay) => day.leap(2_500).status('s1', 'TRIGGER PENDING')
    expect(isUnprotected(confirmed(known().place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP).wait(7_100)))).toBe(
      false,
    )
    const late = known().wait(1_500).leap(2_500).place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP)
    expect(isUnprotected(late.status('s1', 'TRIGGER PENDING'))).toBe(true)
  })

  it.each([
    ['cancelled', (day: StagedDay) => day.cancel('s1').status('s1', 'CANCELLED')],
    [
      'changed until the exchange threw it out',
      (day: StagedDay) =>
        day.modify('s1', EXIT).pending('s1', { orderType: 'LIMIT', quantity: UNITS }).status('s1', 'CANCELLED'),
    ],
  ])('by nothing where we have %s what protected it', (_what, take) => {
    const day = take(protectedDay().known('s1', 'armed')).fault('broker_down', 2, 'broker')
    day.place('s2', 'SELL', STOP, DOUBT).wait(9_000)
    expect(day.checker.violations.map(({ text }) => text).join()).toContain('since a call of ours ended their order')
  })

  it('by the store alone where we cancelled what protected it', () => {
    const day = protectedDay()
      .known('s1', 'armed')
      .cancel('s1')
      .status('s1', 'CANCELLED')
      .fault('store_down', 3, 'store')
    expect(
      day
        .wait(20_000)
        .checker.violations.map(({ text }) => text)
        .join(),
    ).not.toContain('ended their order')
  })

  it('by a sale that a predecessor may have sent, where we cancelled what protected it, not by one of our own', () => {
    const { tradingsymbol } = CONTRACTS[0]!
    const order = { tag: 's2', tradingsymbol, side: 'SELL', product: 'MIS', terms: STOP } as const
    const texts = (more: (day: StagedDay) => StagedDay) => {
      const day = protectedDay().known('s1', 'armed').cancel('s1').status('s1', 'CANCELLED')
      more(day.intent('is2', 'protect', { type: 'place', order }, 't1', { state: 'sending' })).wait(9_000)
      return day.checker.violations.map(({ text }) => text).join()
    }
    expect(texts((day) => day.succeeded())).not.toContain('ended their order')
    expect(texts((day) => day)).toContain('ended their order')
  })

  it('where the broker refused our cancel of what the user had just cancelled, not where it took it', () => {
    const texts = (answer?: { type: 'refused'; code: 'rate_limited'; text: string }) => {
      const day = protectedDay().known('s1', 'armed').cancel('s1', answer).status('s1', 'CANCELLED').wait(9_000)
      return day.checker.violations.map(({ text }) => text).join()
    }
    expect(texts({ type: 'refused', code: 'rate_limited', text: '' })).not.toContain('ended their order')
    expect(texts()).toContain('ended their order')
  })

  it('where the user cancelled it after our own cancel was lost, not while ours was out', () => {
    const texts = (cancelled: (day: StagedDay, answered: () => void) => void) => {
      const day = protectedDay().known('s1', 'armed')
      day.unanswered({ kind: 'cancel', orderId: 's1' }, 'c9', 'cancel', { type: 'cancel', orderId: 's1' }).wait(6_500)
      cancelled(day, () => void day.answered({ type: 'in_doubt', why: 'no answer' }).wait(500))
      day.status('s1', 'CANCELLED').place('s2', 'SELL', STOP, DOUBT).wait(6_000)
      return day.checker.violations.map(({ text }) => text).join()
    }
    const after = texts((day, answered) => {
      answered()
      day.going('s1')
    })
    const before = texts((day, answered) => {
      day.going('s1')
      answered()
    })
    expect(after).not.toContain('ended their order')
    expect(before).toContain('ended their order')
  })

  it('where we cancelled what no row showed at the exchange', () => {
    const day = protectedDay()
      .known('s1', 'pending')
      .cancel('s1')
      .status('s1', 'CANCELLED')
      .place('s2', 'SELL', STOP, DOUBT)
    expect(
      day
        .wait(9_000)
        .checker.violations.map(({ text }) => text)
        .join(),
    ).not.toContain('ended their order')
  })

  it('where the user cancelled what protected it and the answer to the next is lost', () => {
    const day = protectedDay().status('s1', 'CANCELLED').place('s2', 'SELL', STOP, DOUBT).wait(9_000)
    expect(isUnprotected(day)).toBe(false)
  })
})

describe('silence about a position without a stop', () => {
  const unprotected = () => known().place('s1', 'SELL', STOP, DOUBT)

  it.each<[string, (day: StagedDay) => StagedDay]>([
    ['the broker is away', (day) => day.fault('broker_down', 1, 'broker').fault('broker_down', 2, 'broker')],
    ['the books are stale', (day) => day.fault('book_stale', 3)],
    ['an order is hidden', (day) => day.fault('orders_hidden', 2)],
    ['an order is stuck', (day) => day.fault('stuck', 5)],
    ['calls are refused', (day) => day.fault('rate_limited').fault('refused')],
    ['the login is dead', (day) => day.fault('token_expired', 2)],
    ['the disk is full', (day) => day.fault('disk_full', 1, 'disk')],
  ])('is not excused when %s', (_what, fault) => {
    expect(isSilent(fault(unprotected()).wait(10_500))).toBe(true)
  })

  it('is excused while the store is away that has the outbox, and no longer', () => {
    const day = unprotected().wait(8_000).fault('store_down', 3, 'store').wait(20_000)
    expect(isSilent(day)).toBe(false)
    expect(isSilent(day.wait(6_000))).toBe(true)
  })

  it('is excused while no process leads, and until a successor has learnt since when', () => {
    const day = unprotected().wait(8_000).down(3_000).wait(14_000)
    expect(isSilent(day)).toBe(false)
    expect(isSilent(day.wait(2_000))).toBe(true)
  })

  it('is not excused where no row shows what an entry has bought, once that must be noticed', () => {
    const day = () => entered().place('s1', 'SELL', STOP, DOUBT).fault('taken_unseen', 2)
    expect(isSilent(day().wait(11_000))).toBe(false)
    expect(isSilent(day().wait(13_000))).toBe(true)
    expect(isSilent(day().wait(10_000).alarm('entry_stuck').wait(3_000))).toBe(false)
  })

  it('is excused where the book kept a fill back until a stop that leaves then can be confirmed, not where nothing did', () => {
    const day = (fault: (day: StagedDay) => StagedDay) => fault(entered()).wait(9_500).known('e1', 'complete')
    const late = day((staged) => staged.fault('book_stale', 2))
    expect(isSilent(late.wait(2_500))).toBe(false)
    expect(isSilent(late.wait(1_000))).toBe(true)
    expect(isSilent(day((staged) => staged).wait(1_000))).toBe(true)
  })

  it('is excused where no book could show that the user took the stop away, not where a row reports it or nothing kept it away', () => {
    const taken = () => protectedDay().status('s1', 'CANCELLED')
    const unseen = () => taken().fault('book_stale', 2)
    expect(isSilent(unseen().wait(15_000))).toBe(false)
    expect(isSilent(unseen().wait(60_000))).toBe(true)
    const late = unseen().wait(9_500).known('s1', 'cancelled')
    expect(isSilent(late.wait(2_500))).toBe(false)
    expect(isSilent(late.wait(1_000))).toBe(true)
    expect(isSilent(unseen().known('s1', 'cancelled').wait(10_500))).toBe(true)
    expect(isSilent(taken().wait(10_500))).toBe(true)
    expect(isSilent(unseen().known('s1', 'pending').wait(10_500))).toBe(true)
    const ended = protectedDay().cancel('s1').status('s1', 'CANCELLED').fault('book_stale', 2)
    expect(isSilent(ended.wait(10_500))).toBe(true)
  })

  it('counts an entry that goes on from when its answer could be taken, not from when it was', () => {
    const day = (pass: (day: StagedDay) => StagedDay) => {
      const sent = new StagedDay().trade('t1', 'entering').place('e1', 'BUY', ENTRY, { outcome: SENDING })
      const passed = pass(sent.taken('e1', 'BUY', ENTRY).filled('e1', UNITS, MID))
      return passed.settle('e1', { state: 'accepted', at: passed.now, orderId: 'e1' }).wait(9_000)
    }
    const frozen = day((staged) => staged.standsStill(5_000))
    expect(isSilent(frozen)).toBe(false)
    expect(isSilent(frozen.wait(3_500))).toBe(true)
    expect(isSilent(day((staged) => staged.wait(6_000)))).toBe(true)
  })

  it('is judged by the outbox: what only the observer was called about counts for nothing', () => {
    expect(isSilent(unprotected().wait(5_000).observed('unprotected').wait(6_000))).toBe(true)
    expect(isSilent(unprotected().wait(5_000).alarm('unprotected').wait(6_000))).toBe(false)
  })
})

it('excuses the rows that a damaged offline journal has lost, and wants that reported', () => {
  const ended = (day: StagedDay) => {
    day.end()
    return day.checker.violations.map(({ text }) => text)
  }
  const moved = () => protectedDay().modify('s1', STOP)
  const noNotification = 'records were lost from the offline journal, and no note says so'
  const noRow = expect.stringMatching(/is in no row$/)
  expect(ended(moved().losesChanges('s1').alarm('offline_journal_damaged'))).not.toContainEqual(noRow)
  expect(ended(moved().losesChanges('s1').alarm('offline_journal_damaged'))).not.toContain(noNotification)
  expect(ended(moved().losesChanges('s1'))).toContain(noNotification)
  expect(ended(moved().losesChanges('s1').bringsIn('b9', 1).known('s1', 'armed'))).not.toContain(noNotification)
  expect(ended(moved().losesChanges('s1', false))).toContainEqual(noRow)
})

it('accepts no result for what was settled at expiry, and requires an alarm', () => {
  const ended = (day: StagedDay) => {
    day.trade('t1', 'closed', 'd1', { traded: UNITS, result: null }).end()
    return day.checker.violations.map(({ text }) => text)
  }
  const alarmed = 'alarm not_reconciled: not_reconciled'
  const noNotification = 'trade t1: was settled at expiry, and no note says that its result is not known'
  expect(ended(protectedDay().settles(UNITS).alarm('not_reconciled'))).not.toContain(alarmed)
  expect(ended(protectedDay().settles(UNITS))).toContain(noNotification)
  expect(ended(protectedDay().settles(UNITS).alarm('not_reconciled'))).not.toContain(noNotification)
  expect(ended(protectedDay().alarm('not_reconciled'))).toContain(alarmed)
})

it('takes what the user bought after our sale for theirs where it is settled at expiry, and what we still held for ours', () => {
  const ended = (day: StagedDay) => {
    day.settles(UNITS).end()
    return day.checker.violations.map(({ text }) => text)
  }
  const settled = 'trade t1: has a result though it was settled at expiry'
  const over = () => sold(protectedDay())
  const own = over().taken('own', 'BUY', { kind: 'MARKET', quantity: UNITS }).filled('own', UNITS, MID, 't1', false)
  expect(ended(own)).not.toContain(settled)
  expect(ended(protectedDay().closed('t1'))).toContain(settled)
})
