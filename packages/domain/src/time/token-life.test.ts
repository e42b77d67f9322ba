import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, epochFromIstText, istDateAt, istText, type EpochMs } from './ist.ts'
import { isTokenStale, tokenExpiryAfter } from './token-life.ts'

const at = epochFromIstText

describe('a broker token', () => {
  it.each([
    ['2026-11-20 08:30:00', '2026-11-21 06:00:00'],
    ['2026-11-20 05:59:59', '2026-11-20 06:00:00'],
    ['2026-11-20 06:00:00', '2026-11-21 06:00:00'],
    ['2026-12-31 23:59:59', '2027-01-01 06:00:00'],
  ])('made at %s dies at %s', (login, death) => expect(istText(tokenExpiryAfter(at(login)))).toBe(death))

  it.each<[login: string, now: string, stale: boolean]>([
    ['2026-11-20 08:30:00', '2026-11-20 08:30:00', false],
    ['2026-11-20 08:30:00', '2026-11-20 23:59:59', false],
    ['2026-11-20 08:30:00', '2026-11-21 00:00:00', true], // another day, though the broker would still take it
    ['2026-11-20 03:00:00', '2026-11-20 05:59:59', false],
    ['2026-11-20 03:00:00', '2026-11-20 06:00:00', true], // the same day, yet past 06:00
    ['2026-11-20 08:30:00', '2026-11-20 08:29:59', true], // from the future
  ])('made at %s is at %s stale: %s', (login, now, stale) => expect(isTokenStale(at(login), at(now))).toBe(stale))

  const instant = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => ms as EpochMs)

  it('lives at most a day, and once stale stays so', () =>
    fc.assert(
      fc.property(instant, fc.nat(2 * DAY_MS), fc.nat(DAY_MS), (login, later, more) => {
        const life = tokenExpiryAfter(login) - login
        expect(life).toBeGreaterThan(0)
        expect(life).toBeLessThanOrEqual(DAY_MS)
        const first = (login + later) as EpochMs
        if (isTokenStale(login, first)) expect(isTokenStale(login, (first + more) as EpochMs)).toBe(true)
        else expect(istDateAt(first)).toBe(istDateAt(login))
      }),
    ))
})
