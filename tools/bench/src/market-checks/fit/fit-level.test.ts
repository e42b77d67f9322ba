import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import { BANK, DAY_LEVEL, OVERNIGHT, SESSION_VARIANCE } from '@strikewise/exchange/prices/calibration.ts'
import { dayLevel, overnightGap } from '@strikewise/exchange/prices/day-level.ts'
import { Rng } from '@strikewise/exchange/random/rng.ts'
import { expect, it } from 'vitest'
import { bankOf, gapScaleOf, levelOf, memoryOf } from './fit-level.ts'

const SESSIONS = 2_000
const levels = Array.from({ length: SESSIONS }, (_, ordinal) => dayLevel('fit', ordinal))

it("finds the model's level in ranges of its days", () => {
  // Parkinson's mean squared range of a session of that variance.
  const days = levels.map((level) => {
    const range = Math.sqrt(4 * Math.log(2) * SESSION_VARIANCE) * level
    return { high: 100 * Math.exp(range), low: 100, gap: Number.NaN }
  })
  expect(levelOf(days) / DAY_LEVEL.rms).toBeCloseTo(1, 1)
})

it("finds the model's gaps, and leaves out nights that were not recorded", () => {
  const days = levels.map((level, ordinal) => ({
    high: 1,
    low: 1,
    gap: ordinal % 10 === 0 ? Number.NaN : overnightGap('fit', ordinal, level).nifty,
  }))
  const scale = gapScaleOf(days, DAY_LEVEL)
  expect(scale / OVERNIGHT.scale).toBeGreaterThan(0.9)
  expect(scale / OVERNIGHT.scale).toBeLessThan(1.15)
})

it("finds the model's memory of volatility through the error of a session's own measurement", () => {
  const rng = new Rng('fit', 'error')
  const volatility = new Map<IstDate, number>()
  let day = istDate('2017-01-02')
  for (const level of levels) {
    volatility.set(day, Math.log(level) + 0.1 * rng.normal())
    day = nseCalendar.nextTradingDay(day)
  }
  const { deviation, slow } = memoryOf(volatility)
  expect(deviation / DAY_LEVEL.deviation).toBeGreaterThan(0.8)
  expect(deviation / DAY_LEVEL.deviation).toBeLessThan(1.25)
  expect(Math.abs(slow - DAY_LEVEL.slow)).toBeLessThan(0.031)
})

it('finds how far BANKNIFTY moves with NIFTY', () => {
  const rng = new Rng('fit', 'bank')
  const own = Math.sqrt(1 - 0.84 * 0.84)
  const moves = Array.from({ length: 4_000 }, () => {
    const nifty = rng.normal()
    return [nifty, 1.09 * (0.84 * nifty + own * rng.normal())] as const
  })
  const { ratio, correlation } = bankOf(moves)
  expect(ratio).toBeCloseTo(BANK.ratio, 1)
  expect(correlation).toBeCloseTo(0.84, 1)
})
