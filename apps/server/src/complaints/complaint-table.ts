import { addDays, DAY_MS, istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import { firstDayOf, lastDayOf, monthsFrom } from '@strikewise/domain/time/month.ts'
import {
  COMPLAINT_SOURCES,
  type ComplaintSource,
  type ComplaintTable,
  type PeriodCounts,
  type SourceCounts,
} from '@strikewise/wire/complaints.ts'

/** A complaint as the table counts it; `resolvedOn` null: pending. */
export interface CountedComplaint {
  readonly source: ComplaintSource
  readonly receivedOn: IstDate
  readonly resolvedOn: IstDate | null
}

const MONTHS_SHOWN = 12
const YEARS_SHOWN = 5
const APRIL = 4

/**
 * The table of complaints of the last month that is complete on `today`, with the trends of twelve months and five
 * financial years. Source: SEBI, investor charter for research analysts, Annexure B (complaint data to be displayed).
 */
export function complaintTable(complaints: readonly CountedComplaint[], today: IstDate): ComplaintTable {
  const month = monthsFrom(today, -1)
  const months = range(MONTHS_SHOWN).map((back) => monthsFrom(today, -MONTHS_SHOWN + back))
  const lastYear = financialYearOf(month)
  const years = range(YEARS_SHOWN).map((n) => lastYear - YEARS_SHOWN + 1 + n)
  const end = lastDayOf(month)
  const trend = (from: IstDate, to: IstDate) => periodCounts(complaints, from, to)
  const firstOf = (year: number) => firstDayOf(`${year}-04`)
  // The financial year of the month shown is counted up to its end: later days are of the next table.
  const endOf = (year: number) => (year === lastYear ? end : addDays(firstOf(year + 1), -1))
  return {
    month,
    month_end: end,
    sources: COMPLAINT_SOURCES.map((source) => ({
      source,
      ...sourceCounts(
        complaints.filter((one) => one.source === source),
        month,
      ),
    })),
    total: sourceCounts(complaints, month),
    months: months.map((name) => ({ month: name, ...trend(firstDayOf(name), lastDayOf(name)) })),
    months_total: trend(firstDayOf(months[0]!), end),
    years: years.map((year) => ({ from_year: year, ...trend(firstOf(year), endOf(year)) })),
    years_total: trend(firstOf(years[0]!), end),
  }
}

function sourceCounts(complaints: readonly CountedComplaint[], month: string): SourceCounts {
  const end = lastDayOf(month)
  const { carried_forward, received, resolved, pending } = periodCounts(complaints, firstDayOf(month), end)
  const limit = sameDayMonthsBefore(end, 3)
  const days = complaints.flatMap(({ receivedOn, resolvedOn }) =>
    resolvedOn !== null && resolvedOn.startsWith(month) ? [daysBetween(receivedOn, resolvedOn)] : [],
  )
  return {
    pending_before: carried_forward,
    received,
    resolved,
    pending,
    pending_over_3_months: complaints.filter((one) => isPendingAt(one, end) && one.receivedOn < limit).length,
    average_days: days.length === 0 ? null : days.reduce((sum, one) => sum + one, 0) / days.length,
  }
}

function periodCounts(complaints: readonly CountedComplaint[], from: IstDate, to: IstDate): PeriodCounts {
  const isWithin = (day: IstDate | null) => day !== null && day >= from && day <= to
  return {
    carried_forward: complaints.filter((one) => isPendingAt(one, addDays(from, -1))).length,
    received: complaints.filter(({ receivedOn }) => isWithin(receivedOn)).length,
    resolved: complaints.filter(({ resolvedOn }) => isWithin(resolvedOn)).length,
    pending: complaints.filter((one) => isPendingAt(one, to)).length,
  }
}

/** Whether a complaint had come and was not resolved at the end of `day`. */
function isPendingAt({ receivedOn, resolvedOn }: CountedComplaint, day: IstDate): boolean {
  return receivedOn <= day && (resolvedOn === null || resolvedOn > day)
}

/** The day of the same number `months` before, or the last one of that month where it is shorter. */
function sameDayMonthsBefore(day: IstDate, months: number): IstDate {
  const month = monthsFrom(day, -months)
  const last = lastDayOf(month)
  return last.slice(8) < day.slice(8) ? last : istDate(`${month}-${day.slice(8)}`)
}

/** The year in which the financial year (April to March) of `month` begins. */
function financialYearOf(month: string): number {
  const year = Number(month.slice(0, 4))
  return Number(month.slice(5, 7)) >= APRIL ? year : year - 1
}

const daysBetween = (from: IstDate, to: IstDate) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
const range = (length: number) => Array.from({ length }, (_, n) => n)
