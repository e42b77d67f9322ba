import { describe, expect, it } from 'vitest'
import { nseCalendar } from './calendar.ts'
import { entryWindow, manualEntryWindow } from './entry-window.ts'
import { istDate, istText } from './ist.ts'

const session = (day: string) => nseCalendar.sessionOn(istDate(day))!
const later = istDate('2026-12-29')

describe('entries', () => {
  it.each<[day: string, nearExpiry: string, from: string, to: string]>([
    ['2026-11-20', '2026-11-23', '09:30:00', '14:45:00'],
    ['2026-11-23', '2026-11-23', '09:30:00', '13:30:00'],
  ])('on %s with the near contract expiring %s are open %s to %s', (day, nearExpiry, from, to) => {
    const window = entryWindow(session(day), istDate(nearExpiry))!
    expect([istText(window.from), istText(window.to)]).toEqual([`${day} ${from}`, `${day} ${to}`])
  })

  it.each<[day: string, expiry: string, from: string, to: string]>([
    ['2026-11-20', '2026-11-23', '09:15:00', '14:50:00'],
    ['2026-11-23', '2026-11-23', '09:15:00', '14:30:00'],
  ])('with a ticket on %s in a contract expiring on %s are open %s to %s', (day, expiry, from, to) => {
    const window = manualEntryWindow(session(day), istDate(expiry))!
    expect([istText(window.from), istText(window.to)]).toEqual([`${day} ${from}`, `${day} ${to}`])
  })

  it.each(['2024-05-18', '2025-10-21', '2026-11-08'])('are shut on the special session of %s', (day) => {
    expect(entryWindow(session(day), later)).toBeUndefined()
    expect(manualEntryWindow(session(day), later)).toBeUndefined()
  })
})
