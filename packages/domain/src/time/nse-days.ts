/**
 * The days on which the exchange did not, or did not only, trade its ordinary weekday session. Plain data: a holiday
 * the exchange adds at short notice is one more row (see `tradingCalendar`).
 *
 * Sources: NSE/FAOP/71777 (2026) and its later additions, the yearly NSE holiday circulars of 2024 and 2025, each
 * checked against recorded bars or daily data up to August 2026.
 */

/** A weekday without any session. */
export interface HolidayRow {
  readonly day: string
  readonly name: string
}

/**
 * A session outside the ordinary weekday rule.
 * `full`: an ordinary day's hours on a weekend. `short`: a few hours (tests of the disaster-recovery site).
 * `muhurat`: the symbolic Diwali hour on what is otherwise a holiday; no expiry ever falls on it.
 * `windows` are IST `HH:MM` pairs; empty means the exchange has not told the hours (no trading is assumed then).
 */
export interface SpecialSessionRow {
  readonly day: string
  readonly name: string
  readonly kind: 'full' | 'short' | 'muhurat'
  readonly windows: readonly (readonly [from: string, to: string])[]
}

/** Years for which the holiday list below is complete. */
export const HOLIDAY_YEARS = { first: 2024, last: 2026 } as const

export const HOLIDAYS: readonly HolidayRow[] = [
  { day: '2024-01-22', name: 'Special holiday (Ayodhya consecration)' },
  { day: '2024-01-26', name: 'Republic Day' },
  { day: '2024-03-08', name: 'Mahashivratri' },
  { day: '2024-03-25', name: 'Holi' },
  { day: '2024-03-29', name: 'Good Friday' },
  { day: '2024-04-11', name: 'Id-Ul-Fitr' },
  { day: '2024-04-17', name: 'Shri Ram Navami' },
  { day: '2024-05-01', name: 'Maharashtra Day' },
  { day: '2024-05-20', name: 'General election (Mumbai)' },
  { day: '2024-06-17', name: 'Bakri Id' },
  { day: '2024-07-17', name: 'Moharram' },
  { day: '2024-08-15', name: 'Independence Day' },
  { day: '2024-10-02', name: 'Mahatma Gandhi Jayanti' },
  { day: '2024-11-15', name: 'Guru Nanak Jayanti' },
  { day: '2024-11-20', name: 'Maharashtra assembly election' },
  { day: '2024-12-25', name: 'Christmas' },
  { day: '2025-02-26', name: 'Mahashivratri' },
  { day: '2025-03-14', name: 'Holi' },
  { day: '2025-03-31', name: 'Id-Ul-Fitr' },
  { day: '2025-04-10', name: 'Shri Mahavir Jayanti' },
  { day: '2025-04-14', name: 'Dr. Ambedkar Jayanti' },
  { day: '2025-04-18', name: 'Good Friday' },
  { day: '2025-05-01', name: 'Maharashtra Day' },
  { day: '2025-08-15', name: 'Independence Day' },
  { day: '2025-08-27', name: 'Ganesh Chaturthi' },
  { day: '2025-10-02', name: 'Mahatma Gandhi Jayanti / Dussehra' },
  { day: '2025-10-22', name: 'Diwali Balipratipada' },
  { day: '2025-11-05', name: 'Guru Nanak Jayanti' },
  { day: '2025-12-25', name: 'Christmas' },
  { day: '2026-01-15', name: 'Municipal election in Maharashtra' },
  { day: '2026-01-26', name: 'Republic Day' },
  { day: '2026-03-03', name: 'Holi' },
  { day: '2026-03-26', name: 'Shri Ram Navami' },
  { day: '2026-03-31', name: 'Shri Mahavir Jayanti' },
  { day: '2026-04-03', name: 'Good Friday' },
  { day: '2026-04-14', name: 'Dr. Ambedkar Jayanti' },
  { day: '2026-05-01', name: 'Maharashtra Day' },
  { day: '2026-05-28', name: 'Bakri Id' },
  { day: '2026-06-26', name: 'Muharram' },
  { day: '2026-09-14', name: 'Ganesh Chaturthi' },
  { day: '2026-10-02', name: 'Mahatma Gandhi Jayanti' },
  { day: '2026-10-20', name: 'Dussehra' },
  { day: '2026-11-10', name: 'Diwali Balipratipada' },
  { day: '2026-11-24', name: 'Guru Nanak Jayanti' },
  { day: '2026-12-25', name: 'Christmas' },
]

export const SPECIAL_SESSIONS: readonly SpecialSessionRow[] = [
  { day: '2024-01-20', name: 'Saturday live session', kind: 'full', windows: [['09:15', '15:30']] },
  {
    day: '2024-03-02',
    name: 'Saturday session from the disaster-recovery site',
    kind: 'short',
    windows: [
      ['09:15', '10:00'],
      ['11:30', '12:30'],
    ],
  },
  {
    day: '2024-05-18',
    name: 'Saturday session from the disaster-recovery site',
    kind: 'short',
    windows: [
      ['09:15', '10:00'],
      ['11:30', '12:30'],
    ],
  },
  { day: '2024-11-01', name: 'Diwali Laxmi Pujan (Muhurat)', kind: 'muhurat', windows: [['18:00', '19:00']] },
  { day: '2025-02-01', name: 'Saturday Union Budget session', kind: 'full', windows: [['09:15', '15:30']] },
  { day: '2025-10-21', name: 'Diwali Laxmi Pujan (Muhurat)', kind: 'muhurat', windows: [['13:45', '14:45']] },
  { day: '2026-02-01', name: 'Sunday Union Budget session', kind: 'full', windows: [['09:15', '15:30']] },
  // The circular named the day and left the hour for later; no text with the hour was at hand.
  { day: '2026-11-08', name: 'Diwali Laxmi Pujan (Muhurat)', kind: 'muhurat', windows: [] },
]

/** Month-day of holidays fixed by law: all that is known of a year whose list is not published. */
export const FIXED_HOLIDAYS: Readonly<Record<string, string>> = {
  '01-26': 'Republic Day',
  '05-01': 'Maharashtra Day',
  '08-15': 'Independence Day',
  '10-02': 'Mahatma Gandhi Jayanti',
  '12-25': 'Christmas',
}
