import { istDate } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { monthGrid, periodOf, readPeriod, shifted, unitOf, type PeriodUnit } from './period.ts'

const day = istDate
const days = (from: string, to: string) => ({ from: day(from), to: day(to) })

it.each<[unit: Exclude<PeriodUnit, 'custom'>, of: string, from: string, to: string, before: string, after: string]>([
  ['day', '2026-11-20', '2026-11-20', '2026-11-20', '2026-11-19', '2026-11-21'],
  ['week', '2026-11-20', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-23'],
  ['week', '2026-11-22', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-23'],
  ['month', '2026-11-20', '2026-11-01', '2026-11-30', '2026-10-01', '2026-12-01'],
  ['month', '2026-12-31', '2026-12-01', '2026-12-31', '2026-11-01', '2027-01-01'],
  ['month', '2028-02-29', '2028-02-01', '2028-02-29', '2028-01-01', '2028-03-01'],
])('the %s of %s', (unit, of, from, to, before, after) => {
  const period = periodOf(unit, day(of))
  expect(period).toEqual(days(from, to))
  expect(unitOf(period)).toBe(unit)
  expect(shifted(period, -1).from).toBe(before)
  expect(shifted(period, 1).from).toBe(after)
})

it('moves days that were chosen by as many', () => {
  const period = days('2026-11-17', '2026-11-20')
  expect(unitOf(period)).toBe('custom')
  expect(shifted(period, -1)).toEqual(days('2026-11-13', '2026-11-16'))
  expect(shifted(period, 1)).toEqual(days('2026-11-21', '2026-11-24'))
})

it.each([
  ['2026-11-20', '2026-11-19'],
  ['2026-02-30', '2026-03-01'],
  ['', '2026-11-19'],
  [undefined, undefined],
])('an address that says %j to %j names no period', (from, to) => expect(readPeriod(from, to)).toBeUndefined())

describe('a month on a page', () =>
  it('stands in weeks from Monday', () => {
    const grid = monthGrid(periodOf('month', day('2026-11-20')))
    expect(grid).toHaveLength(6)
    expect(grid[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(grid[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
    expect(grid.flat().filter((cell) => cell !== null)).toHaveLength(30)
  }))
