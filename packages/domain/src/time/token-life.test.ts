import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, epochFromIstText, HOUR_MS, istDateAt, istText, type EpochMs } from './ist.ts'
import { dailyTokenExpiry, isTokenStale } from './token-life.ts'

const at = epochFromIstText
/** A broker that ends all tokens at 06:00, and one whose tokens last eight hours. */
const atSix = dailyTokenExpiry(360)
const eightHours = (login: EpochMs) => (login + 8 * HOUR_MS) as EpochMs

describe('a broker token', () => {
  it.each([
    ['2026-11-20 08:30:00', '2026-11-21 06:00:00'],
    ['2026-11-20 05:59:59', '2026-11-20 06:00:00'],
    ['2026-11-20 06:00:00', '2026-11-21 06:00:00'],
    ['2026-12-31 23:59:59', '2027-01-01 06:00:00'],
  ])('made at %s ends at %s where all end at 06:00', (login, end) => expect(istText(atSix(at(login)))).toBe(end))

  it.each<[login: string, now: string, stale: boolean]>([
    ['2026-11-20 08:30:00', '2026-11-20 08:30:00', false],
    ['2026-11-20 08:30:00', '2026-11-20 23:59:59', false],
    ['2026-11-20 08:30:00', '2026-11-21 00:00:00', true], // another day, though the broker would still take it
    ['2026-11-20 03:00:00', '2026-11-20 05:59:59', false],
    ['2026-11-20 03:00:00', '2026-11-20 06:00:00', true], // the same day, yet past 06:00
    ['2026-11-20 08:30:00', '2026-11-20 08:29:59', true], // from the future
  ])('made at %s is at %s stale: %s', (login, now, stale) =>
    expect(isTokenStale(at(login), at(now), atSix)).toBe(stale),
  )

  it('is stale once its broker has ended it, whatever the hour', () => {
    expect(isTokenStale(at('2026-11-20 08:30:00'), at('2026-11-20 16:29:59'), eightHours)).toBe(false)
    expect(isTokenStale(at('2026-11-20 08:30:00'), at('2026-11-20 16:30:00'), eightHours)).toBe(true)
  })

  const instant = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => ms as EpochMs)

  it('stays stale, and is used on the day of its login alone', () =>
    fc.assert(
      fc.property(instant, fc.nat(2 * DAY_MS), fc.nat(DAY_MS), (login, later, more) => {
        const life = atSix(login) - login
        expect(life).toBeGreaterThan(0)
        expect(life).toBeLessThanOrEqual(DAY_MS)
        const first = (login + later) as EpochMs
        if (isTokenStale(login, first, atSix)) expect(isTokenStale(login, (first + more) as EpochMs, atSix)).toBe(true)
        else expect(istDateAt(first)).toBe(istDateAt(login))
      }),
    ))
})
