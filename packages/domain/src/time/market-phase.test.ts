import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nseCalendar } from './calendar.ts'
import { epochFromIstText, istText, type EpochMs, type IstDate } from './ist.ts'
import { marketClock, optionsTrade } from './market-phase.ts'

const at = epochFromIstText

describe('the market clock', () => {
  it.each<[when: string, phase: string, nextAt: string, next: string]>([
    ['2026-11-20 08:59:59', 'closed', '2026-11-20 09:00:00', 'pre_open'],
    ['2026-11-20 09:00:00', 'pre_open', '2026-11-20 09:15:00', 'open'],
    ['2026-11-20 09:15:00', 'open', '2026-11-20 15:15:00', 'closing_auction'],
    ['2026-11-20 15:15:00', 'closing_auction', '2026-11-20 15:40:00', 'closed'],
    ['2026-11-20 15:40:00', 'closed', '2026-11-21 00:00:00', 'holiday'],
    // A weekend is one phase: the next change is Monday's midnight.
    ['2026-11-21 12:00:00', 'holiday', '2026-11-23 00:00:00', 'closed'],
    ['2026-11-24 10:00:00', 'holiday', '2026-11-25 00:00:00', 'closed'],
    // Between two trading days the market stays closed until the pre-open.
    ['2026-11-19 23:59:59', 'closed', '2026-11-20 09:00:00', 'pre_open'],
    // Before 3 August 2026 there was no closing auction.
    ['2026-07-31 15:20:00', 'open', '2026-07-31 15:30:00', 'closed'],
    // Two windows in one day.
    ['2024-05-18 10:30:00', 'closed', '2024-05-18 11:30:00', 'open'],
    // The Muhurat hour, and one whose hour was never published.
    ['2025-10-21 13:45:00', 'open', '2025-10-21 14:45:00', 'closed'],
    ['2026-11-08 18:30:00', 'holiday', '2026-11-09 00:00:00', 'closed'],
  ])('at %s is %s until %s, then %s', (when, phase, nextAt, next) => {
    const reading = marketClock(at(when), nseCalendar)
    expect([reading.phase, istText(reading.next.at), reading.next.phase]).toEqual([phase, nextAt, next])
  })

  const instant = fc
    .integer({ min: Date.parse('2024-01-01'), max: Date.parse('2027-12-31') })
    .map((ms) => ms as EpochMs)

  it('keeps its phase until the change it names, and takes the next one there', () =>
    fc.assert(
      fc.property(instant, (now) => {
        const { phase, next } = marketClock(now, nseCalendar)
        expect(next.at).toBeGreaterThan(now)
        expect(next.phase).not.toBe(phase)
        expect(marketClock((next.at - 1) as EpochMs, nseCalendar)).toEqual({ phase, next })
        expect(marketClock(next.at, nseCalendar).phase).toBe(next.phase)
      }),
    ))

  it('trades exactly inside a session’s windows', () =>
    fc.assert(
      fc.property(instant, (now) => {
        const day = istText(now).slice(0, 10)
        const session = nseCalendar.sessionOn(day as IstDate)
        const inside = session?.windows.some((window) => now >= window.from && now < window.to) ?? false
        expect(optionsTrade(marketClock(now, nseCalendar).phase)).toBe(inside)
      }),
    ))
})
