import { describe, expect, it } from 'vitest'
import { nseCalendar } from './calendar.ts'
import { lastEntryAt } from './entry-window.ts'
import { squareOffAt, squareOffDeadline } from './square-off.ts'
import { addDays, istDate, istText, MINUTE_MS } from './ist.ts'

const session = (day: string) => nseCalendar.sessionOn(istDate(day))!

describe('the square-off', () => {
  it.each<[day: string, expiry: string, starts: string, done: string]>([
    ['2026-11-20', '2026-11-23', '15:05:00', '15:28:00'],
    ['2026-11-23', '2026-11-23', '14:45:00', '15:28:00'],
    ['2026-07-31', '2026-08-04', '15:05:00', '15:18:00'],
    ['2026-02-01', '2026-02-03', '15:05:00', '15:18:00'],
    ['2024-05-18', '2024-05-23', '12:05:00', '12:18:00'], // short session
    ['2025-10-21', '2025-10-28', '14:20:00', '14:33:00'], // Muhurat
    ['2024-11-01', '2024-11-07', '18:35:00', '18:48:00'], // Muhurat in the evening
  ])('on %s of a contract expiring %s starts %s and is done %s', (day, expiry, starts, done) => {
    expect(istText(squareOffAt(session(day), istDate(expiry)))).toBe(`${day} ${starts}`)
    expect(istText(squareOffDeadline(session(day)))).toBe(`${day} ${done}`)
  })

  it('starts 25 minutes before the close at the latest, after the last entry, on every day of four years', () => {
    for (let offset = 0; offset <= 1_460; offset += 1) {
      const day = addDays(istDate('2024-01-01'), offset)
      const today = nseCalendar.sessionOn(day)
      if (today === undefined || today.windows.length === 0) continue
      for (const expiry of [day, addDays(day, 1)]) {
        expect(squareOffAt(today, expiry)).toBeLessThanOrEqual(today.closesAt - 25 * MINUTE_MS)
        expect(squareOffAt(today, expiry)).toBeLessThan(squareOffDeadline(today))
        expect(lastEntryAt(today, expiry)).toBeLessThanOrEqual(squareOffAt(today, expiry))
      }
    }
  })
})
