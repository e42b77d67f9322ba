import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { istDateAt, istText, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'

/*
 * Days are written in the language shown. Who calls for one in a component calls `useLingui` there as well: it is what
 * re-renders the component when the language changes.
 */

const MONTHS = [
  msg`Jan`,
  msg`Feb`,
  msg`Mar`,
  msg`Apr`,
  msg({ message: 'May', context: 'short' }),
  msg`Jun`,
  msg`Jul`,
  msg`Aug`,
  msg`Sep`,
  msg`Oct`,
  msg`Nov`,
  msg`Dec`,
]

/** An ISO instant as the wire writes it → epoch ms; undefined when it is none. */
export function epochOf(iso: string | null | undefined): EpochMs | undefined {
  if (iso === null || iso === undefined) return undefined
  const at = Date.parse(iso)
  return Number.isNaN(at) ? undefined : (at as EpochMs)
}

/** '09:15:01', India. */
export function istTime(at: EpochMs): string {
  return istText(at).slice(11)
}

/** '09:15', India. */
export function istMinute(at: EpochMs): string {
  return istText(at).slice(11, 16)
}

/** '20 Nov 2026'. */
export function shortDay(day: IstDate): string {
  return `${Number(day.slice(8))} ${i18n._(MONTHS[Number(day.slice(5, 7)) - 1]!)} ${day.slice(0, 4)}`
}

/** '20 Nov 2026', India. */
export const istDay = (at: EpochMs): string => shortDay(istDateAt(at))

/** The day of a wire instant, '20 Nov 2026'; what cannot be read is shown as it came. */
export function wireDay(iso: string): string {
  const at = epochOf(iso)
  return at === undefined ? iso : istDay(at)
}

/** The time of a wire instant, '09:15:01'; what cannot be read is shown as it came. */
export function wireTime(iso: string | null): string {
  if (iso === null) return '–'
  const at = epochOf(iso)
  return at === undefined ? iso : istTime(at)
}

/** '20 Nov 2026, 09:15 IST', from a wire instant; what cannot be read is shown as it came. */
export function wireDayMinute(iso: string): string {
  const at = epochOf(iso)
  return at === undefined ? iso : `${istDay(at)}, ${istMinute(at)} IST`
}

/** 'Nov 2026', from `YYYY-MM`. */
export function shortMonth(month: string): string {
  return `${i18n._(MONTHS[Number(month.slice(5, 7)) - 1]!)} ${month.slice(0, 4)}`
}
