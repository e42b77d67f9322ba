import { t } from '@lingui/core/macro'
import { addDays, istDate } from '@strikewise/domain/time/ist.ts'
import type { StatusReply } from '@strikewise/wire/public.ts'

type Days = StatusReply['parts'][number]['days']

export interface DayBar {
  readonly day: string
  readonly grade: 'good' | 'some' | 'bad' | 'none'
  readonly text: string
}

const SHOWN_DAYS = 90
/** From this share of failed checks on a day counts as bad: about a quarter of an hour in one. */
const BAD_SHARE = 0.01

/** One bar a day up to `today`, oldest first; days without checks have one too. Its words are in the language shown. */
export function barsOf(days: Days, today: string): DayBar[] {
  const byDay = new Map<string, Days[number]>(days.map((day) => [day.day, day]))
  return Array.from({ length: SHOWN_DAYS }, (_, at) => {
    const day = addDays(istDate(today), at + 1 - SHOWN_DAYS)
    const counted = byDay.get(day)
    if (counted === undefined || counted.checks === 0) return { day, grade: 'none', text: t`${day}: no checks` }
    const { checks, failures } = counted
    if (failures === 0) return { day, grade: 'good', text: t`${day}: up in all ${checks} checks` }
    const grade = failures / checks < BAD_SHARE ? 'some' : 'bad'
    return { day, grade, text: t`${day}: down in ${failures} of ${checks} checks` }
  })
}

/** '99.86% uptime (4,320 checks)'; never rounded up to 100. */
export function uptimeText(days: Days): string {
  const checks = days.reduce((sum, day) => sum + day.checks, 0)
  const failures = days.reduce((sum, day) => sum + day.failures, 0)
  if (checks === 0) return t`no checks yet`
  const share = Math.floor((10_000 * (checks - failures)) / checks) / 100
  return t`${share}% uptime (${checks} checks)`
}
