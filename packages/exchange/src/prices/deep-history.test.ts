import { expect, it } from 'vitest'
import { addDays, epochFromIstText, istDateAt, istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { DAY_INTERVAL, type HistoryQuery } from '../price-path.ts'
import { syntheticPath } from './market-path.ts'

const now = epochFromIstText('2026-09-16 10:00:00')
const options = { seed: '3', now, strikesEachSide: 1, pastSessions: 5 }
const NIFTY = 256265
const midnight = (day: string) => epochFromIstText(`${day} 00:00:00`)

/** Asked for a year and more of days first; making its sessions is what takes time. */
const path = syntheticPath(options)

it('goes back as far as a call may ask, day by day without a hole, and joins where the kept sessions begin', () => {
  const bars = path.history(NIFTY, DAY_INTERVAL, midnight('2025-06-02'), now)
  expect(istText(bars[0]!.start)).toBe('2025-06-02 00:00:00')
  // About 245 sessions a year.
  expect(bars.length).toBeGreaterThan(300)
  const days = bars.map(({ start }) => istDateAt(start))
  expect(new Set(days).size).toBe(days.length)
  expect(days).toEqual(days.toSorted())
  for (const [i, bar] of bars.entries()) {
    expect(bar.low <= Math.min(bar.open, bar.close) && bar.high >= Math.max(bar.open, bar.close)).toBe(true)
    expect(bar.high / bar.low).toBeGreaterThan(1.001)
    if (i > 0) expect(Math.abs(bar.open / bars[i - 1]!.close - 1)).toBeLessThan(0.06)
  }
})

it('has the minutes of sixty days, the same for every caller and in any order', () => {
  const from = midnight('2026-07-20')
  const minutes = syntheticPath(options).history(NIFTY, 1, from, midnight('2026-07-25'))
  expect(minutes.length).toBeGreaterThan(5 * 370)
  path.history(NIFTY, DAY_INTERVAL, midnight('2026-03-02'), now)
  expect(path.history(NIFTY, 1, from, midnight('2026-07-25'))).toEqual(minutes)
})

it('begins a future when it was listed, and goes on before it only where continuous days are asked for', () => {
  const future = path.instruments.futures.find(({ symbol }) => symbol === 'NIFTY')!
  const from = midnight('2026-01-05')
  const own = path.history(future.token, DAY_INTERVAL, from, now)
  expect(istDateAt(own[0]!.start) > addDays(future.expiry, -93)).toBe(true)
  const whole = path.history(future.token, DAY_INTERVAL, from, now, true)
  expect(istText(whole[0]!.start)).toBe('2026-01-05 00:00:00')
  expect(whole.slice(-own.length)).toEqual(own)
  expect(path.history(future.token, 60, from, now, true)).toEqual(path.history(future.token, 60, from, now))
})

it('gives the same bars in slices of a session, while the market moves and others ask for the same sessions', async () => {
  const from = midnight('2026-06-01')
  const queries: HistoryQuery[] = [
    [NIFTY, 1, from, now],
    [NIFTY, DAY_INTERVAL, midnight('2026-05-04'), now],
    [path.instruments.options[0]!.token, 15, from, now],
  ]
  const expected = queries.map((query) => path.history(...query))
  const slices = queries.map(() => 0)
  const moving = syntheticPath(options)
  const pauseOf = (i: number) => async () => {
    slices[i]! += 1
    moving.step((moving.now + 500) as EpochMs)
    await new Promise(setImmediate)
  }
  const sliced = await Promise.all(queries.map((query, i) => moving.historyInSlices(pauseOf(i), ...query)))
  for (const [i, bars] of sliced.entries()) {
    const before = (rows: typeof bars) => rows.filter(({ start }) => istDateAt(start) < istDateAt(now))
    expect(before(bars)).toEqual(before(expected[i]!))
    expect(bars.length).toBeGreaterThanOrEqual(expected[i]!.length)
    // One slice a session at the least: 70 sessions are checked, most of them made first.
    expect(slices[i]).toBeGreaterThan(70)
  }
})

it('goes on when the day ends between two slices', async () => {
  const moving = syntheticPath(options)
  const whole = syntheticPath({ ...options, now: epochFromIstText('2026-09-17 08:00:00') })
  let slices = 0
  const pause = () => {
    slices += 1
    if (slices === 2) moving.skipTo(whole.now)
  }
  const query: HistoryQuery = [NIFTY, DAY_INTERVAL, midnight('2026-09-01'), midnight('2026-09-17')]
  const bars = await moving.historyInSlices(pause, ...query)
  expect(moving.day).toBe('2026-09-17')
  const days = (rows: typeof bars) => rows.map(({ start }) => istDateAt(start))
  expect(days(bars)).toEqual(days(whole.history(...query)))
})
