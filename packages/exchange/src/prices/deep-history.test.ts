import { expect, it } from 'vitest'
import { addDays, epochFromIstText, istDateAt, istText } from '@strikewise/domain/time/ist.ts'
import { DAY_INTERVAL } from '../price-path.ts'
import { syntheticPath } from './market-path.ts'

const now = epochFromIstText('2026-09-16 10:00:00')
const options = { seed: '3', now, strikesEachSide: 1, pastSessions: 5 }
const NIFTY = 256265
const midnight = (day: string) => epochFromIstText(`${day} 00:00:00`)

it('goes back as far as a call may ask, day by day without a hole, and joins where the kept sessions begin', () => {
  const path = syntheticPath(options)
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

it('has the minutes of sixty days, the same for whoever asks and in whatever order', () => {
  const path = syntheticPath(options)
  const from = midnight('2026-07-20')
  const minutes = path.history(NIFTY, 1, from, midnight('2026-07-25'))
  expect(minutes.length).toBeGreaterThan(5 * 370)
  const other = syntheticPath(options)
  other.history(NIFTY, DAY_INTERVAL, midnight('2026-03-02'), now)
  expect(other.history(NIFTY, 1, from, midnight('2026-07-25'))).toEqual(minutes)
})

it('begins a future when it was listed, and goes on before it only where continuous days are asked for', () => {
  const path = syntheticPath(options)
  const future = path.instruments.futures.find(({ symbol }) => symbol === 'NIFTY')!
  const from = midnight('2026-01-05')
  const own = path.history(future.token, DAY_INTERVAL, from, now)
  expect(istDateAt(own[0]!.start) > addDays(future.expiry, -93)).toBe(true)
  const whole = path.history(future.token, DAY_INTERVAL, from, now, true)
  expect(istText(whole[0]!.start)).toBe('2026-01-05 00:00:00')
  expect(whole.slice(-own.length)).toEqual(own)
  expect(path.history(future.token, 60, from, now, true)).toEqual(path.history(future.token, 60, from, now))
})
