import { describe, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { StagedDay } from '../testing/day-fixture.ts'
import { RISK } from '../testing/facts-fixture.ts'
import { entered, ENTRY, protectedDay, sold, STOP } from '../testing/fixtures.ts'

const MOVE = { type: 'modify', orderId: 's1', terms: STOP } as const
const left = (day: StagedDay) => day.bid(11_000).wait(12_000)
/** A position whose day has lost its limit, once the price reports it. */
const scarce = () =>
  protectedDay()
    .becomes({ risk: { ...RISK, capital: 20_000_000 as Paise } })
    .wait(9_000)
const lost = (day: StagedDay) => day.bid(4_000).wait(12_000)
const reached = (day: StagedDay) => sold(day.bid(27_100).wait(8_000).bid(12_000))

function violationsOf(day: StagedDay): readonly string[] {
  day.end()
  return day.checker.violations.map(({ text }) => text)
}

describe('a stop whose limit the bid has left is excused', () => {
  const idle = expect.stringMatching(/^the bid was under 11900/)
  it.each<[string, () => StagedDay, () => StagedDay]>([
    [
      'while the store takes no row, not while the disk is full',
      () => left(protectedDay().fault('store_down', 3, 'store')),
      () => left(protectedDay().fault('disk_full', 1, 'disk')),
    ],
    [
      'while no process leads, not because another was to be stopped',
      () => protectedDay().bid(11_000).standsStill(12_000),
      () => left(protectedDay().fault('freeze', 2, 'slot1')),
    ],
    [
      'while the feed does not say what is bid, not once it has said so',
      () => protectedDay().fault('feed_silent', 4, 'feed').bid(11_000, false).wait(22_000),
      () => protectedDay().bid(11_000).fault('feed_silent', 4, 'feed').wait(12_000),
    ],
    [
      'while its process cannot tell how old a price is, not while its clock is a little off',
      () => left(protectedDay().clockStepped(-5_000)),
      () => left(protectedDay().clockStepped(-1_500)),
    ],
    [
      'while the answer to a change of it is lost, not while that of another call is',
      () => left(protectedDay().unanswered({ kind: 'modify', orderId: 's1' }, 'm1', 'move', MOVE)),
      () => left(protectedDay().fault('request_lost')),
    ],
  ])('%s', (_what, tolerated, blamed) => {
    expect(violationsOf(tolerated())).not.toContainEqual(idle)
    expect(violationsOf(blamed())).toContainEqual(idle)
  })
})

describe('a position kept after the day has lost its limit is excused', () => {
  const heldTooLong = expect.stringMatching(/^trade t1 was kept for \d+ ms after the day had lost its limit/)
  const partSold = () => scarce().status('s1', 'OPEN').filled('s1', 60, 4_000)
  it.each<[string, () => StagedDay, () => StagedDay]>([
    [
      'while the store takes no row, not while the disk is full',
      () => lost(scarce().fault('store_down', 3, 'store')),
      () => lost(scarce().fault('disk_full', 1, 'disk')),
    ],
    [
      'while no row shows what has been sold at a loss, not once one does',
      () => partSold().fault('book_stale', 3).wait(1_000).bid(14_000).wait(12_000),
      () => partSold().fault('book_stale', 3).known('s1', 'open').wait(1_000).bid(14_000).wait(12_000),
    ],
    [
      'while the feed does not say what is bid, not while it is silent of something else',
      () => scarce().fault('feed_silent', 4, 'feed').bid(4_000, false).wait(12_000),
      () => lost(scarce().fault('contract_frozen', 2, '1002')),
    ],
    [
      'while its process cannot tell how old a price is, not while its clock is a little off',
      () => lost(scarce().clockStepped(-5_000)),
      () => lost(scarce().clockStepped(-1_500)),
    ],
  ])('%s', (_what, tolerated, blamed) => {
    expect(violationsOf(tolerated())).not.toContainEqual(heldTooLong)
    expect(violationsOf(blamed())).toContainEqual(heldTooLong)
  })
})

describe('a target that was not taken is excused', () => {
  /** The clock of the process comes right after the target was reached, and another follows it soon. */
  const succeeded = () =>
    protectedDay().clockStepped(-5_000).bid(27_100).wait(9_000).clockStepped(0).wait(1_500).down(2_000)
  const missed = expect.stringMatching(/^trade t1 was not exited though \d+ was bid/)
  it.each<[string, () => StagedDay, () => StagedDay]>([
    [
      'while the store takes no row, not while a call of the account is refused',
      () => reached(protectedDay().fault('store_down', 3, 'store')),
      () => reached(protectedDay().fault('rate_limited')),
    ],
    [
      'while the feed does not say what is bid, not while a book is stale',
      () => sold(protectedDay().bid(27_100, false).wait(8_000)),
      () => reached(protectedDay().fault('book_stale', 3)),
    ],
    [
      'while its process cannot tell how old a price is, not while its clock is a little off',
      () => reached(protectedDay().clockStepped(-5_000)),
      () => reached(protectedDay().clockStepped(-1_500)),
    ],
    [
      'by a successor of a process that could use no price, not for longer than it needs to see one',
      () => sold(succeeded().wait(10_000)),
      () => sold(succeeded().wait(14_000)),
    ],
  ])('%s', (_what, tolerated, blamed) => {
    expect(violationsOf(tolerated())).not.toContainEqual(missed)
    expect(violationsOf(blamed())).toContainEqual(missed)
  })
})

it('wants an entry to leave by an order book that was read lately, whole and fresh', () => {
  const entering = (day: StagedDay) => day.decide('d2').trade('t1', 'entering', 'd2').place('e1', 'BUY', ENTRY)
  const unread = 'entry e1: the last fresh order book is none'
  expect(violationsOf(entering(new StagedDay().readsNoBooks()))).toContain(unread)
  const read = () => new StagedDay().readsNoBooks().readsBooks(undefined)
  expect(violationsOf(entering(read().readsOrders(true)))).toContain(unread)
  expect(violationsOf(entering(read().readsOrders().wait(23_000).readsFunds()))).toContainEqual(
    expect.stringMatching(/the last fresh order book is 23000 ms old/),
  )
  const old = expect.stringMatching(/the last fresh order book/)
  expect(violationsOf(entering(read().readsOrders().wait(15_000)))).not.toContainEqual(old)
  expect(violationsOf(entering(read().wait(100).readsOrders().standsStill(8_000).wait(15_000)))).not.toContainEqual(old)
  expect(violationsOf(entering(new StagedDay().readsNoBooks().readsOrders()))).toContain(
    'entry e1: its process has not read positions and trades',
  )
})

it('wants a newer order book of an entry beside a position that the rows have shown for a while', () => {
  const old = expect.stringMatching(/the last fresh order book is 14000 ms old/)
  const holding = (staleMs: number) => {
    const day = protectedDay().readsNoBooks().wait(1_000)
    return day.readsBooks(undefined).readsOrders().trade('t1', 'open').wait(staleMs)
  }
  const enters = (day: StagedDay) =>
    violationsOf(day.decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' }))
  expect(enters(holding(14_000))).toContainEqual(old)
  expect(enters(holding(11_000))).not.toContainEqual(expect.stringMatching(/the last fresh order book/))
  expect(enters(sold(holding(12_000)))).not.toContainEqual(expect.stringMatching(/the last fresh order book/))
})

it('wants the order book of an entry to show each order that was acknowledged, not one that an answer named by mistake', () => {
  const found = (orderId: string, shown: readonly string[]) => {
    const stopped = entered()
      .wait(100)
      .place('s1', 'SELL', STOP, { answer: { type: 'accepted', orderId } })
    const day = sold(stopped.taken('s1', 'SELL', STOP).wait(100).status('s1', 'TRIGGER PENDING'))
      .readsNoBooks()
      .wait(25_000)
    day.readsFunds().readsBooks(undefined).readsOrders()
    Object.assign(day.ordersRead.at(-1)!, { orderIds: shown })
    return violationsOf(day.decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' }))
  }
  const old = expect.stringMatching(/^entry e2: the last fresh order book/)
  expect(found('8', ['e1', 's1'])).not.toContainEqual(old)
  expect(found('s1', ['e1', 's1'])).not.toContainEqual(old)
  expect(found('s1', ['e1'])).toContainEqual(old)
  expect(found('8', ['s1'])).toContainEqual(old)
})
