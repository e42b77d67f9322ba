import { addDays, istDate, weekdayOf, type IstDate } from '@strikewise/domain/time/ist.ts'

/** Days a report is about, both counting in. */
export interface Period {
  readonly from: IstDate
  readonly to: IstDate
}

export type PeriodUnit = 'day' | 'week' | 'month' | 'custom'

/** The day, week (Monday to Sunday) or month `day` lies in. */
export function periodOf(unit: Exclude<PeriodUnit, 'custom'>, day: IstDate): Period {
  switch (unit) {
    case 'day':
      return { from: day, to: day }
    case 'week': {
      const monday = addDays(day, -((weekdayOf(day) + 6) % 7))
      return { from: monday, to: addDays(monday, 6) }
    }
    case 'month': {
      const first = istDate(`${day.slice(0, 7)}-01`)
      return { from: first, to: addDays(firstOfNextMonth(first), -1) }
    }
  }
}

/** What a period is: a whole day, week or month, or days the user chose. */
export function unitOf({ from, to }: Period): PeriodUnit {
  for (const unit of ['day', 'week', 'month'] as const) {
    const whole = periodOf(unit, from)
    if (whole.from === from && whole.to === to) return unit
  }
  return 'custom'
}

/** The period before (`by` −1) or after (1): of the same unit, or as long. */
export function shifted(period: Period, by: -1 | 1): Period {
  const unit = unitOf(period)
  if (unit !== 'custom') return periodOf(unit, by === 1 ? addDays(period.to, 1) : addDays(period.from, -1))
  const days = Math.round((Date.parse(period.to) - Date.parse(period.from)) / 86_400_000) + 1
  return { from: addDays(period.from, by * days), to: addDays(period.to, by * days) }
}

/** A period from text of the address; undefined where it is none. */
export function readPeriod(from: string | undefined, to: string | undefined): Period | undefined {
  try {
    const period = { from: istDate(from ?? ''), to: istDate(to ?? '') }
    return period.from <= period.to ? period : undefined
  } catch {
    return undefined
  }
}

/** The days of a month in weeks from Monday; null: a day of another month. */
export function monthGrid(month: Period): (IstDate | null)[][] {
  const start = periodOf('week', month.from).from
  const weeks: (IstDate | null)[][] = []
  for (let monday = start; monday <= month.to; monday = addDays(monday, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, i) => {
        const day = addDays(monday, i)
        return day >= month.from && day <= month.to ? day : null
      }),
    )
  return weeks
}

function firstOfNextMonth(first: IstDate): IstDate {
  return istDate(`${addDays(first, 31).slice(0, 7)}-01`)
}
