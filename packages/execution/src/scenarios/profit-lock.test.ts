// @invariant profit-lock
// @invariant account-limits
// @invariant paper-apart-from-live
import type { ProfitLock } from '@strikewise/domain/trading/profit-lock.ts'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { ACCOUNT, DAY, rs, Scenario } from '../testing/scenario.ts'

const MINUTE = 60_000
/** One lot of 65 units is bought at ₹150.10: ₹1,000 net is made at about ₹166.50. */
const LOCK: ProfitLock = { from: rs(1_000), keepPct: 50 }

function set(s: Scenario, profitLock: ProfitLock | null): void {
  s.facts((facts) => ({ ...facts, risk: { ...facts.risk, account: { ...facts.risk.account, profitLock } } }))
}

async function openWith(profitLock: ProfitLock | null): Promise<Scenario> {
  const s = new Scenario()
  set(s, profitLock)
  return opened(s)
}

const peaksOf = (s: Scenario) =>
  s.store.journalOf(ACCOUNT).flatMap(({ change }) => (change.type === 'peak' ? [change.peak] : []))

async function bids(s: Scenario, ...prices: readonly number[]): Promise<void> {
  for (const price of prices) {
    s.price(price, price + 0.2)
    await s.run(3_000)
  }
}

describe('the profit lock', () => {
  it('sells what is open once the day has fallen back to the kept share of its peak, and locks the day', async () => {
    const s = await openWith(LOCK)
    await bids(s, 180, 168)
    expect(s.trade.state).toBe('open')
    await bids(s, 163)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'profit_lock' })
    const { peak } = peaksOf(s).at(-1)!
    expect(peak).toBeGreaterThan(rs(1_800))
    expect(s.store.notifications.map(({ message }) => message)).toContainEqual({
      code: 'notice.day_locked.profit_lock',
      mode: 'paper',
      peak,
      floor: Math.floor(peak / 2),
    })
    await s.run(40 * MINUTE)
    s.price(149.9, 150.1)
    s.decide()
    await s.run(2_000)
    expect(s.placed('BUY')).toHaveLength(1)
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([
      { code: 'day_locked', message: { code: 'refusal.day_locked.profit_lock', peak, floor: Math.floor(peak / 2) } },
    ])
  })

  it('leaves a day alone that never came to its start, and one without a lock', async () => {
    for (const lock of [{ ...LOCK, from: rs(3_000) }, null]) {
      const s = await openWith(lock)
      await bids(s, 180, 163)
      expect(s.trade.state).toBe('open')
      expect(peaksOf(s)).toEqual([])
    }
  })

  it('goes by the peak that was there before a restart', async () => {
    const s = await openWith(LOCK)
    await bids(s, 180)
    s.kill()
    s.price(163, 163.2)
    await s.start()
    await s.run(3_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'profit_lock' })
  })

  it('keeps its peak while it only falls, and raises it in steps of a hundredth', async () => {
    const s = await openWith(LOCK)
    await bids(s, 170, 169, 170, 170.1, 175)
    const peaks = peaksOf(s).map(({ peak }) => peak)
    expect(peaks.length).toBeGreaterThanOrEqual(2)
    for (const [i, peak] of peaks.entries()) if (i > 0) expect(peak - peaks[i - 1]!).toBeGreaterThanOrEqual(rs(10))
  })

  it('neither rises nor falls by a price that is not believed', async () => {
    const s = await openWith(LOCK)
    s.feedOnly(600, 600.2)
    await s.run(1_000)
    await bids(s, 151)
    expect(peaksOf(s)).toEqual([])
    await bids(s, 180)
    s.feedOnly(160.1, 159.9)
    await s.run(8_000)
    expect(s.trade.state).toBe('open')
  })

  it('holds as soon as its user sets it in a trade, and sells nothing by a day that came to more before', async () => {
    const s = await openWith(null)
    await bids(s, 180, 172)
    set(s, LOCK)
    s.executor.accountChanged(ACCOUNT)
    await bids(s, 171)
    expect(s.trade.state).toBe('open')
    await bids(s, 157)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'profit_lock' })
  })

  it('waits for no kill switch', async () => {
    const s = await openWith(LOCK)
    await bids(s, 180)
    s.facts((facts) => ({ ...facts, killSwitch: { user: true, global: true } }))
    s.executor.accountChanged(ACCOUNT)
    await bids(s, 163)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'profit_lock' })
  })

  it('sells while the store is away, and locks the day once it is back', async () => {
    const s = await openWith(LOCK)
    await bids(s, 180)
    s.store.fault = () => 'fail'
    await bids(s, 163)
    expect(
      s.broker
        .book()
        .filter(({ side }) => side === 'SELL')
        .some(({ filled }) => filled > 0),
    ).toBe(true)
    s.store.fault = () => undefined
    await s.run(10_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'profit_lock' })
    const locks = (await s.store.transaction((t) => t.load(ACCOUNT, DAY))).locks
    expect(locks).toMatchObject([{ mode: 'paper', reason: 'profit_lock' }])
  })
})
