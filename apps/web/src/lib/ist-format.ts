import { istText, type EpochMs } from '@strikewise/domain/time/ist.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

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

/** '20 Nov 2026', India. */
export function istDay(at: EpochMs): string {
  const text = istText(at)
  return `${Number(text.slice(8, 10))} ${MONTHS[Number(text.slice(5, 7)) - 1]} ${text.slice(0, 4)}`
}

/** The time of a wire instant, '09:15:01'; what cannot be read is shown as it came. */
export function wireTime(iso: string | null): string {
  if (iso === null) return '–'
  const at = epochOf(iso)
  return at === undefined ? iso : istTime(at)
}
