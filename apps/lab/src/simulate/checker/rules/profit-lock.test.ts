// @invariant profit-lock
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { NO_ACCOUNT_LIMITS } from '@strikewise/domain/trading/account-limits.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { describe, expect, it } from 'vitest'
import type { StagedDay } from '../testing/day-fixture.ts'
import { ENTRY, protectedDay } from '../testing/fixtures.ts'
import { RISK } from '../testing/facts-fixture.ts'

/** One lot makes ₹1,240 net at a bid of ₹170; half of it is ₹620. */
const LOCK = { from: 60_000 as Paise, keepPct: 50 }
const locking = () => protectedDay().becomes({ risk: { ...RISK, account: { ...NO_ACCOUNT_LIMITS, profitLock: LOCK } } })
const textsOf = (day: StagedDay) => {
  day.end()
  return day.checker.violations.map(({ text }) => text)
}
const late = expect.stringMatching(/^trade t1 was kept for \d+ ms after the day had lost the profit that is kept/)
const untrue = 'trade t1 was exited for profit_lock: the day had not lost the profit that is kept'

describe('the judge of profit locks', () => {
  it('requires the exit of a position once the day has fallen back to the kept share of a peak that stood', () => {
    expect(textsOf(locking().bid(17_000).wait(12_000).bid(15_500).wait(12_000))).toContainEqual(late)
    expect(textsOf(locking().bid(17_000).wait(12_000).bid(16_500).wait(12_000))).not.toContainEqual(late)
    expect(textsOf(locking().bid(15_700).wait(12_000).bid(15_100).wait(12_000))).not.toContainEqual(late)
    expect(textsOf(protectedDay().bid(17_000).wait(12_000).bid(15_500).wait(12_000))).not.toContainEqual(late)
  })

  it('does not require it of a peak, or after a fall, that could not be noticed', () => {
    expect(textsOf(locking().bid(17_000).wait(3_000).bid(15_500).wait(12_000))).not.toContainEqual(late)
    expect(
      textsOf(locking().bid(17_000).wait(12_000).bid(15_500).wait(3_000).bid(17_000).wait(12_000)),
    ).not.toContainEqual(late)
    const fallen = locking().bid(17_000).wait(12_000).bid(15_500)
    expect(textsOf(fallen.fault('store_down', 3, 'store').wait(12_000))).not.toContainEqual(late)
  })

  it('is content with an exit in time, and with its reason where the day fell', () => {
    const day = locking().bid(17_000).wait(12_000).bid(15_500).wait(2_000)
    const texts = textsOf(day.trade('t1', 'exiting', 'd1', { exitReason: 'profit_lock', direction: 'up' }).wait(12_000))
    expect(texts).not.toContainEqual(late)
    expect(texts).not.toContain(untrue)
  })

  it('shows a reason that was not true: no fall, no peak, no lock', () => {
    const exits = (day: StagedDay) =>
      textsOf(day.wait(20_000).trade('t1', 'exiting', 'd1', { exitReason: 'profit_lock', direction: 'up' }))
    expect(exits(locking().bid(17_000).wait(20_000))).toContain(untrue)
    expect(exits(locking().wait(20_000).bid(15_300))).toContain(untrue)
    expect(exits(protectedDay().bid(17_000).wait(12_000).bid(15_500))).toContain(untrue)
  })

  it('is content with an exit long after the lock, where the day had fallen by then and has risen since', () => {
    const day = (bid: number) => {
      const locked = locking().bid(17_000).wait(20_000).bid(bid)
      locked.holds('paper', { reason: 'profit_lock', figures: { peak: LOCK.from, floor: LOCK.from } })
      return locked.wait(1_000).bid(17_000).wait(30_000)
    }
    const exits = (staged: StagedDay) =>
      textsOf(staged.trade('t1', 'exiting', 'd1', { exitReason: 'profit_lock', direction: 'up' }))
    expect(exits(day(15_500))).not.toContain(untrue)
    expect(exits(day(16_500))).toContain(untrue)
  })

  it('lets no entry leave on a day whose profit was locked, for its own kind of link', () => {
    const entry = (waitMs: number, mode: LinkMode = 'paper') => {
      const day = locking()
        .wait(1_000)
        .holds(mode, { reason: 'profit_lock', figures: { peak: LOCK.from, floor: LOCK.from } })
      return textsOf(day.wait(waitMs).trade('t2', 'entering', 'd2').place('e2', 'BUY', ENTRY))
    }
    expect(entry(3_000)).toContainEqual(expect.stringMatching(/the day's profit was locked \d+ ms before/))
    expect(entry(1_000)).not.toContainEqual(expect.stringMatching(/profit was locked/))
    expect(entry(3_000, 'live')).not.toContainEqual(expect.stringMatching(/profit was locked/))
  })
})
