import { expect, it } from 'vitest'
import { ORDINARY_DAY } from '../session/contracts.ts'
import { StagedDay } from './testing/day-fixture.ts'
import { ACCOUNT, RISK, UNITS } from './testing/facts-fixture.ts'
import { ENTRY, entered, protectedDay, sold, STOP } from './testing/fixtures.ts'
import { IN_DOUBT } from './testing/in-doubt.ts'

const HOURS_MS = 3_600_000
const known = () => entered().known('e1', 'complete')
const texts = (day: StagedDay) => day.checker.violations.map(({ text }) => text)

function ended(day: StagedDay): string[] {
  day.end()
  return texts(day)
}

it('excuses a position whose rows the store has lost, once its owner is notified', () => {
  const isUnprotected = (day: StagedDay) => texts(day).some((text) => text.includes('neither a stop nor an exit'))
  expect(isUnprotected(known().wait(15_000))).toBe(true)
  expect(isUnprotected(known().losesRowsOf('e1').wait(15_000))).toBe(true)
  expect(isUnprotected(known().losesRowsOf('e1').alarm('unknown_tag').wait(15_000))).toBe(false)
  const neverSold = expect.stringMatching(/were never sold$/)
  expect(ended(known().losesRowsOf('e1').wait(15_000))).toContainEqual(neverSold)
  expect(ended(known().losesRowsOf('e1').alarm('unknown_tag').wait(15_000))).not.toContainEqual(neverSold)
})

it('excuses one that is held late in the day, once its owner is notified', () => {
  const late = expect.stringMatching(/was held late in the day, and no alarm$/)
  const held = (day: StagedDay) => ended(day.wait(4.6 * HOURS_MS))
  expect(held(protectedDay().alarm('unknown_tag'))).toContainEqual(late)
  expect(held(protectedDay().losesRowsOf('e1'))).toContainEqual(late)
  expect(held(protectedDay().losesRowsOf('e1').alarm('unknown_tag'))).not.toContainEqual(late)
})

it('accepts the sale of a stop whose rows the store has lost as a manual one, once its owner is notified', () => {
  const sold = (isBooked: boolean) => {
    const day = protectedDay().status('s1', 'OPEN').filled('s1', UNITS, 11_950, 't1', isBooked)
    return isBooked ? day : day.noticesSale('s1', 11_950)
  }
  const lost = (day = sold(false)) => day.losesRowsOf('s1')
  const reason = (day: StagedDay) =>
    day.closed('t1').trade('t1', 'closed', 'd1', { ...day.trades[0], exitReason: 'manual' })
  const noSale = expect.stringMatching(/^no manual sale is behind/)
  const withoutSale = expect.stringMatching(/was closed as sold manually, which no sale shows$/)
  const all = [noSale, withoutSale, expect.stringMatching(/is missing$/)]
  for (const text of all) {
    expect(ended(reason(sold(false)))).toContainEqual(text)
    expect(ended(reason(sold(false).alarm('unknown_tag')))).toContainEqual(text)
    expect(ended(reason(lost()))).toContainEqual(text)
    expect(ended(reason(lost().alarm('unknown_tag')))).not.toContainEqual(text)
  }
  // A process that remembers the order writes its fill down as ours: then no one else sold it.
  expect(ended(reason(lost(sold(true)).alarm('unknown_tag')))).toContainEqual(withoutSale)
})

it('takes a note that was stored and got lost for stored, and no other', () => {
  const missingNotification = 'no note tells the user of the end of t1'
  const closed = (day: StagedDay) => day.trade('t1', 'closed', 'd1', { traded: UNITS, result: null })
  expect(ended(closed(protectedDay().notification('closed', 'closed/t1')).losesNotifications())).not.toContain(
    missingNotification,
  )
  expect(ended(closed(protectedDay().notification('closed', 'closed/t2')).losesNotifications())).toContain(
    missingNotification,
  )
})

it('takes an alarm about a trade for one about its contract though the store has lost the trade', () => {
  const silent = expect.stringMatching(/without a stop for \d+ ms, and no alarm$/)
  const about = (tradeId: string) =>
    known()
      .notification('alarm', `alarm/${ACCOUNT}/${ORDINARY_DAY}/entry_in_doubt/${tradeId}`)
      .losesTrade('t1')
      .wait(15_000)
  expect(texts(known().losesTrade('t1').wait(15_000))).toContainEqual(silent)
  expect(texts(about('t1'))).not.toContainEqual(silent)
  expect(texts(about('t2'))).toContainEqual(silent)
})

it('accepts what a process that remembers its entry has earned though the store has lost the rows of that', () => {
  const over = () => sold(protectedDay())
  const [missing, unbooked] = [expect.stringMatching(/is missing$/), expect.stringMatching(/bought 0, booked/)]
  const lost = (day: StagedDay) => {
    day.fills.splice(0, 1)
    return ended(day)
  }
  expect(lost(over())).toContainEqual(missing)
  expect(lost(over().losesRowsOf('e1'))).toContainEqual(missing)
  const notified = lost(over().losesRowsOf('e1').alarm('unknown_tag'))
  expect(notified).not.toContainEqual(missing)
  expect(notified).not.toContainEqual(unbooked)
})

it('excuses a short position of which nothing is on record, once its owner is notified', () => {
  const short = (day: StagedDay) => {
    day.taken('hand', 'SELL', { kind: 'MARKET', quantity: 2 * UNITS }).filled('hand', 2 * UNITS, 14_000, 't1', false)
    return texts(day.wait(30_000))
  }
  const silent = expect.stringMatching(/are short, and no alarm$/)
  expect(short(entered())).toContainEqual(silent)
  expect(short(entered().losesRowsOf('e1'))).toContainEqual(silent)
  expect(short(entered().alarm('unknown_tag'))).toContainEqual(silent)
  expect(short(entered().losesRowsOf('e1').alarm('unknown_tag'))).not.toContainEqual(silent)
  expect(short(protectedDay().losesRowsOf('e1').alarm('unknown_tag'))).toContainEqual(silent)
})

it('counts no trade for active that the store has lost until an order book shows it to the process', () => {
  const active = expect.stringMatching(/1 active already, 1 allowed$/)
  const again = (day: StagedDay) =>
    texts(day.decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' }).wait(100))
  const restarted = () => entered().down(100).readsNoBooks()
  expect(again(restarted())).toContainEqual(active)
  expect(again(restarted().losesRowsOf('e1'))).not.toContainEqual(active)
  expect(again(restarted().losesRowsOf('e1').readsOrders())).toContainEqual(active)
})

it('counts no request on its way whose rows the store has lost, of a process that began since', () => {
  const active = expect.stringMatching(/1 active already, 1 allowed$/)
  const requested = () =>
    new StagedDay().trade('t1', 'entering').wait(1_000).place('e1', 'BUY', ENTRY, { answer: undefined })
  const again = (day: StagedDay) =>
    texts(day.decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' }).wait(100))
  expect(again(requested().down(100))).toContainEqual(active)
  expect(again(requested().down(100).losesRowsOf('e1'))).not.toContainEqual(active)
  expect(again(requested().losesRowsOf('e1'))).toContainEqual(active)
})

it('counts no entry of the day that the store has lost until positions show the process more than its user bought', () => {
  const entries = expect.stringMatching(/1 entries in NIFTY today, 1 allowed$/)
  const again = (day: StagedDay, ms = 3_000) => {
    day.becomes({ risk: { ...RISK, maxEntriesPerSymbol: 1 } }).wait(ms)
    return texts(day.decide('d2').trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY, { tradeId: 't2' }).wait(100))
  }
  const restarted = () => entered().down(100).readsNoBooks()
  const market = { kind: 'MARKET', quantity: UNITS } as const
  const bought = (day: StagedDay) => day.taken('hand', 'BUY', market).filled('hand', UNITS, 14_000, 't1', false)
  expect(again(restarted().readsBooks(UNITS))).toContainEqual(entries)
  expect(again(restarted().losesRowsOf('e1').readsBooks(undefined))).not.toContainEqual(entries)
  expect(again(restarted().losesRowsOf('e1').readsBooks(UNITS))).toContainEqual(entries)
  expect(again(restarted().losesRowsOf('e1').readsBooks(UNITS), 1_000)).not.toContainEqual(entries)
  expect(again(bought(restarted().losesRowsOf('e1')).readsBooks(UNITS))).not.toContainEqual(entries)
})

it('wants no purchase against what an order sold short of which nothing is on record, once its owner is notified', () => {
  const late = expect.stringMatching(/were not bought back for/)
  const twice = () => {
    const day = protectedDay().place('s2', 'SELL', STOP).taken('s2', 'SELL', STOP).status('s2', 'TRIGGER PENDING')
    for (const stop of ['s1', 's2']) day.status(stop, 'OPEN').filled(stop, UNITS, 11_950)
    return day.closed('t1').alarm('manual_short')
  }
  expect(texts(twice().alarm('unknown_tag').wait(20_000))).toContainEqual(late)
  expect(texts(twice().losesRowsOf('s2').wait(20_000))).toContainEqual(late)
  expect(texts(twice().losesRowsOf('s2').alarm('unknown_tag').wait(20_000))).not.toContainEqual(late)
})

it('wants a protection sent again only near the stop, unless the process settled the doubt and the store lost the row', () => {
  const far = expect.stringMatching(/^the stop s1 left in doubt of another/)
  const again = (day: StagedDay) => texts(day.place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP))
  const doubted = () => {
    const answer = { type: 'in_doubt', why: 'no answer' } as const
    const open = { answer, outcome: IN_DOUBT }
    return known().place('s0', 'SELL', STOP, open).fault('request_lost').wait(12_000)
  }
  expect(again(doubted())).toContainEqual(far)
  const stillOpen = doubted()
  expect(again(stillOpen.rejects('s0', { state: 'sending' }))).toContainEqual(far)
  const settled = doubted()
  expect(again(settled.rejects('s0', { state: 'absent', at: settled.now }))).not.toContainEqual(far)
})

it('accepts that a sale beyond what was bought is in no book when the store has lost its rows and its owner is notified', () => {
  const twice = (day = protectedDay()) => {
    day.taken('hand', 'SELL', { kind: 'MARKET', quantity: UNITS }).filled('hand', UNITS, 14_000, 't1', false)
    day.noticesSale('hand', 14_000).status('s1', 'OPEN').filled('s1', UNITS, 11_950, 't1', false)
    return day
  }
  const unequal = `trade t1: bought ${UNITS}, sold ${UNITS} + ${UNITS}`
  expect(ended(twice().closed('t1'))).toContain(unequal)
  expect(ended(twice().losesRowsOf('s1').closed('t1'))).toContain(unequal)
  expect(ended(twice().alarm('unknown_tag').closed('t1'))).toContain(unequal)
  expect(ended(twice().losesRowsOf('s1').alarm('unknown_tag').closed('t1'))).not.toContain(unequal)
})

it('accepts the claim of an earlier executor that is written again because the store has lost its row', () => {
  const replaced = expect.stringMatching(/^epoch 0 claimed \S+ after epoch 1 had come$/)
  const claimed = () => {
    const day = entered()
    day.epoch = 0
    return day.place('s1', 'SELL', STOP).taken('s1', 'SELL', STOP)
  }
  expect(ended(claimed())).toContainEqual(replaced)
  expect(ended(claimed().losesRowsOf('e1'))).toContainEqual(replaced)
  expect(ended(claimed().losesRowsOf('s1'))).not.toContainEqual(replaced)
})

it('excuses that a stop in doubt is not placed again by the process that remembers it though its row is lost', () => {
  const bare = (day: StagedDay) => texts(day.wait(5_000)).some((text) => text.includes('neither a stop nor an exit'))
  const answer = { type: 'in_doubt', why: 'no answer' } as const
  const doubted = () => known().place('s0', 'SELL', STOP, { answer, outcome: IN_DOUBT }).fault('request_lost')
  expect(bare(doubted())).toBe(false)
  expect(bare(doubted().losesRowsOf('s0'))).toBe(false)
  // One that begins then knows nothing of it.
  const succeeded = doubted().losesRowsOf('s0')
  succeeded.epoch += 1
  expect(bare(succeeded)).toBe(true)
  const settled = known().place('s0', 'SELL', STOP, { answer, outcome: { state: 'absent', at: known().now } })
  expect(bare(settled.fault('request_lost').losesRowsOf('s0'))).toBe(true)
})
