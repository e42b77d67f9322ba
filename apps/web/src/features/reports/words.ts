import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { weekdayOf } from '@strikewise/domain/time/ist.ts'
import type { Period } from './period.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** 'Friday 20 November 2026'. */
export const longDay = (day: IstDate): string => `${DAYS[weekdayOf(day)]} ${dayOfMonth(day)} ${monthName(day)}`

/** '20 Nov 2026'. */
export const shortDay = (day: IstDate): string =>
  `${dayOfMonth(day)} ${MONTHS[Number(day.slice(5, 7)) - 1]!.slice(0, 3)} ${day.slice(0, 4)}`

/** 'November 2026'. */
export const monthName = (day: IstDate): string => `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

export const dayOfMonth = (day: IstDate): number => Number(day.slice(8))

/** '20 Nov 2026', or '16 Nov 2026 to 22 Nov 2026'. */
export const periodWords = ({ from, to }: Period): string =>
  from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`

/** An amount that fits a small cell, always with its sign: '+634', '-1.2k', '+3.4L', '0'. */
export function shortAmount(rupees: number): string {
  const size = Math.abs(rupees)
  const sign = rupees > 0 ? '+' : rupees < 0 ? '-' : ''
  if (size >= 99_950) return `${sign}${(size / 100_000).toFixed(1)}L`
  if (size >= 999.5) return `${sign}${(size / 1000).toFixed(1)}k`
  return `${sign}${size.toFixed(0)}`
}
