import { CHARGES_KNOWN_UNTIL } from '@strikewise/domain/charges/rates.ts'
import { FREEZE_PUBLISHED_UNTIL } from '@strikewise/domain/instruments/freeze.ts'
import { LOTS_KNOWN_UNTIL } from '@strikewise/domain/instruments/lots.ts'
import { HOLIDAY_YEARS } from '@strikewise/domain/time/holidays.ts'
import { addDays, istDate, type IstDate } from '@strikewise/domain/time/ist.ts'

/** Facts of one kind, known up to a day: what holds after it is not known, which is not the same as free of events. */
export interface DatedTable {
  readonly id: 'rbi' | 'fed' | 'whole_days' | 'holidays' | 'charges' | 'lot_sizes' | 'freeze'
  readonly source: string
  /** The last day for which the table is complete. */
  readonly endsOn: IstDate
}

interface EventDays extends DatedTable {
  readonly days: readonly string[]
}

/** Last days of the Reserve Bank's meetings. The calendar of 2026-27 has not been read: its days are rows to be added. */
export const RBI_DAYS: EventDays = {
  id: 'rbi',
  source: 'RBI meeting calendars of 2024-25 and 2025-26, the August 2025 meeting as moved to the 6th',
  endsOn: istDate('2026-03-31'),
  days: [
    ['2024-02-08', '2024-04-05', '2024-06-07', '2024-08-08', '2024-10-09', '2024-12-06'],
    ['2025-02-07', '2025-04-09', '2025-06-06', '2025-08-06', '2025-10-01', '2025-12-05'],
    ['2026-02-06'],
  ].flat(),
}

/** US days on whose afternoon the Federal Reserve decides, after India's session. */
export const FED_DAYS: EventDays = {
  id: 'fed',
  source: 'meeting calendars of the Federal Open Market Committee',
  endsOn: istDate('2027-12-31'),
  days: [
    ['2024-01-31', '2024-03-20', '2024-05-01', '2024-06-12', '2024-07-31', '2024-09-18', '2024-11-07', '2024-12-18'],
    ['2025-01-29', '2025-03-19', '2025-05-07', '2025-06-18', '2025-07-30', '2025-09-17', '2025-10-29', '2025-12-10'],
    ['2026-01-28', '2026-03-18', '2026-04-29', '2026-06-17', '2026-07-29', '2026-09-16', '2026-10-28', '2026-12-09'],
    ['2027-01-27', '2027-03-17', '2027-04-28', '2027-06-09', '2027-07-28', '2027-09-15', '2027-10-27', '2027-12-08'],
  ].flat(),
}

/** Events around which nothing is entered; `packages/messages` has each name. */
export type EventName = 'rbi_policy' | 'interim_budget' | 'budget' | 'election_count'

/** Days that are out as a whole. The budget is on 1 February unless it is announced otherwise in January. */
export const WHOLE_DAYS = {
  id: 'whole_days',
  source: 'official notice',
  endsOn: istDate('2027-01-31'),
  days: [
    { day: '2024-02-01', id: 'budget', name: 'interim_budget' },
    { day: '2024-06-04', id: 'election', name: 'election_count' },
    { day: '2024-07-23', id: 'budget', name: 'budget' },
    { day: '2025-02-01', id: 'budget', name: 'budget' },
    { day: '2026-02-01', id: 'budget', name: 'budget' },
  ],
} as const

const HOLIDAY_LIST: DatedTable = {
  id: 'holidays',
  source: 'NSE circulars',
  endsOn: istDate(`${HOLIDAY_YEARS.last}-12-31`),
}

const CHARGES: DatedTable = {
  id: 'charges',
  source: 'Finance Act 2026 and NSE circulars read up to 22 August 2026; the next act takes effect on 1 April',
  endsOn: CHARGES_KNOWN_UNTIL,
}

const LOT_SIZES: DatedTable = {
  id: 'lot_sizes',
  source: 'NSE/FAOP/70616; the exchange reviews lot sizes every half-year',
  endsOn: LOTS_KNOWN_UNTIL,
}

const FREEZE: DatedTable = {
  id: 'freeze',
  source: 'monthly NSE circulars on quantity freeze limits',
  endsOn: FREEZE_PUBLISHED_UNTIL,
}

const TABLES: readonly DatedTable[] = [RBI_DAYS, FED_DAYS, WHOLE_DAYS, HOLIDAY_LIST, CHARGES, LOT_SIZES, FREEZE]

/** Before a table ends an operator is warned for so many days, and from then on until rows are added. */
export const TABLE_WARNING_DAYS = 30

/** The tables that end within 30 days of `day`, or have ended, the earliest first. Nothing is refused because of one. */
export function endingTables(day: IstDate): DatedTable[] {
  return TABLES.filter(({ endsOn }) => endsOn < addDays(day, TABLE_WARNING_DAYS)).sort((a, b) =>
    a.endsOn < b.endsOn ? -1 : 1,
  )
}
