import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { dayFacts, type DayBar } from './day-facts.ts'

const bar = (day: string, open: number, close: number, vix = 12): DayBar => ({
  day: istDate(day),
  open,
  high: Math.max(open, close) + 10,
  low: Math.min(open, close) - 10,
  close,
  vix,
})

it('measures a gap from the close before, and none over a hole of the records', () => {
  const [second, third] = dayFacts([
    bar('2026-07-13', 25_000, 25_000, 10),
    bar('2026-07-14', 25_250, 25_130, 11),
    bar('2026-07-16', 25_000, 25_000),
  ])
  expect(second!.gap).toBeCloseTo(1e4 * Math.log(25_250 / 25_000), 9)
  expect(second!.change).toBeCloseTo(1e4 * Math.log(25_130 / 25_000), 9)
  expect(second!.vixChange).toBeCloseTo(100 * Math.log(1.1), 9)
  expect(second!.rangePct).toBeCloseTo((100 * 140) / 25_250, 9)
  expect([third!.gap, third!.change, third!.vixChange]).toEqual([Number.NaN, Number.NaN, Number.NaN])
})

it('measures the distance from a round strike on expiry days alone', () => {
  const facts = dayFacts([
    bar('2026-07-13', 25_000, 25_000),
    // A Tuesday: the weekly expires.
    bar('2026-07-14', 25_000, 25_130),
    bar('2026-07-15', 25_000, 25_150),
  ])
  expect(facts.map(({ roundDistance }) => roundDistance)).toEqual([0.6, Number.NaN])
})

it('has the realised volatility once twenty sessions are there', () => {
  const days = [istDate('2026-06-01')]
  while (days.length < 22) days.push(nseCalendar.nextTradingDay(days.at(-1)!))
  const facts = dayFacts(days.map((day, i) => bar(day, 25_000, i % 2 === 0 ? 25_000 : 25_250)))
  expect(facts[18]!.realised).toBeNaN()
  // Every close lies 100 bp from the one before it.
  expect(facts[19]!.realised).toBeCloseTo((1e4 * Math.log(1.01) * Math.sqrt(252)) / 100, 9)
})
