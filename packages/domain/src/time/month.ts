import { addDays, istDate, type IstDate } from './ist.ts'

/** The month `months` after that of `day` (negative: before), `YYYY-MM`. */
export function monthsFrom(day: IstDate, months: number): string {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The first day of a month `YYYY-MM`. */
export const firstDayOf = (month: string): IstDate => istDate(`${month}-01`)

/** The last day of a month `YYYY-MM`. */
export const lastDayOf = (month: string): IstDate => addDays(firstDayOf(monthsFrom(firstDayOf(month), 1)), -1)
