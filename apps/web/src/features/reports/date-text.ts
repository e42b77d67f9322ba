import { MINUS } from '@strikewise/domain/money/format.ts'
import { msg, t } from '@lingui/core/macro'
import { i18n } from '@lingui/core'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { weekdayOf } from '@strikewise/domain/time/ist.ts'
import { shortDay } from '../../lib/ist-format.ts'
import type { Period } from './period.ts'

const MONTHS = [
  msg`January`,
  msg`February`,
  msg`March`,
  msg`April`,
  msg`May`,
  msg`June`,
  msg`July`,
  msg`August`,
  msg`September`,
  msg`October`,
  msg`November`,
  msg`December`,
]
/** Weekdays from Monday, as the calendar shows them. */
export const WEEKDAYS = [
  { name: msg`Monday`, short: msg`Mon` },
  { name: msg`Tuesday`, short: msg`Tue` },
  { name: msg`Wednesday`, short: msg`Wed` },
  { name: msg`Thursday`, short: msg`Thu` },
  { name: msg`Friday`, short: msg`Fri` },
  { name: msg`Saturday`, short: msg`Sat` },
  { name: msg`Sunday`, short: msg`Sun` },
]

/** 'Friday 20 November 2026'. */
export const longDay = (day: IstDate): string =>
  `${i18n._(WEEKDAYS[(weekdayOf(day) + 6) % 7]!.name)} ${dayOfMonth(day)} ${monthName(day)}`

/** 'November 2026'. */
export const monthName = (day: IstDate): string => `${i18n._(MONTHS[Number(day.slice(5, 7)) - 1]!)} ${day.slice(0, 4)}`

export const dayOfMonth = (day: IstDate): number => Number(day.slice(8))

/** '20 Nov 2026', or '16 Nov 2026 to 22 Nov 2026'. */
export function periodText({ from, to }: Period): string {
  const [first, last] = [shortDay(from), shortDay(to)]
  return from === to ? first : t`${first} to ${last}`
}

/** An amount that fits a small cell, always with its sign: '+634', '−1.2k', '+3.4L', '0'. */
export function shortAmount(rupees: number): string {
  const size = Math.abs(rupees)
  const sign = rupees > 0 ? '+' : rupees < 0 ? MINUS : ''
  if (size >= 99_950) return `${sign}${(size / 100_000).toFixed(1)}L`
  if (size >= 999.5) return `${sign}${(size / 1000).toFixed(1)}k`
  return `${sign}${size.toFixed(0)}`
}
