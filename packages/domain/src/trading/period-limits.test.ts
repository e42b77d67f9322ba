import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Paise } from '../money/paise.ts'
import { addDays, istDate, weekdayOf, type IstDate } from '../time/ist.ts'
import { drawdownSince, fallenSince, lostInWeek, weekStartOf, type DailyResult } from './period-limits.ts'

const WEDNESDAY = istDate('2026-11-25')
const on = (days: number, net: number): DailyResult => ({ on: addDays(WEDNESDAY, days), net: net as Paise })
const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays(istDate('2026-01-01'), days))

it('begins the trading week on its Monday, also for a special session at its weekend', () => {
  expect(weekStartOf(istDate('2026-11-23'))).toBe('2026-11-23')
  expect(weekStartOf(istDate('2026-11-29'))).toBe('2026-11-23')
  fc.assert(
    fc.property(day, (date: IstDate) => {
      const start = weekStartOf(date)
      expect(weekdayOf(start)).toBe(1)
      expect(start <= date && addDays(start, 7) > date).toBe(true)
    }),
  )
})

describe('what a week has lost', () => {
  it.each<[what: string, past: DailyResult[], today: number, lost: number]>([
    ['is the day alone where there was none before it', [], -500, 500],
    ['counts the days since its Monday', [on(-3, -900), on(-2, -200), on(-1, -100)], -50, 350],
    ['is less by what the week has made', [on(-2, -900), on(-1, 400)], 100, 400],
    ['is nothing in a week that made something', [on(-2, 900)], -100, 0],
    ['counts the day itself as it stands, not by a row of it', [on(0, -700)], -50, 50],
  ])('%s', (_what, past, today, lost) => expect(lostInWeek(past, WEDNESDAY, today as Paise)).toBe(lost))
})

describe('the fall from the peak', () => {
  const since = addDays(WEDNESDAY, -10)
  it.each<[what: string, past: DailyResult[], today: number, fallen: number]>([
    ['begins at nothing', [], -500, 500],
    ['is that from the highest sum so far', [on(-5, 900), on(-4, -300), on(-1, 200)], -400, 500],
    ['is nothing at a new peak', [on(-5, 900), on(-4, -300)], 300, 0],
    ['leaves out what was before it was set', [on(-11, 5_000), on(-10, -100)], -50, 150],
  ])('%s', (_what, past, today, fallen) => expect(fallenSince(past, since, WEDNESDAY, today as Paise)).toBe(fallen))

  it('never is less than a loss of the day alone, nor negative', () => {
    const nets = fc.array(fc.integer({ min: -1_000, max: 1_000 }))
    fc.assert(
      fc.property(nets, fc.integer({ min: -1_000, max: 1_000 }), (all, today) => {
        const past = all.map((net, i) => on(i - all.length, net))
        const fallen = fallenSince(past, addDays(WEDNESDAY, -all.length), WEDNESDAY, today as Paise)
        expect(fallen).toBeGreaterThanOrEqual(Math.max(0, -today))
      }),
    )
  })
})

it('counts a drawdown from the day it is set or loosened, and goes on counting when it is tightened', () => {
  const known = { limit: 1_000 as Paise, since: addDays(WEDNESDAY, -30) }
  expect(drawdownSince(1_000 as Paise, null, WEDNESDAY)).toEqual({ limit: 1_000, since: WEDNESDAY })
  expect(drawdownSince(1_001 as Paise, known, WEDNESDAY)).toEqual({ limit: 1_001, since: WEDNESDAY })
  expect(drawdownSince(900 as Paise, known, WEDNESDAY)).toEqual({ limit: 900, since: known.since })
  expect(drawdownSince(1_000 as Paise, known, WEDNESDAY)).toEqual(known)
})
