/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number & { readonly unit: 'epoch_ms' }

/** A calendar day in India, `YYYY-MM-DD`. Compares correctly as text. */
export type IstDate = string & { readonly unit: 'ist_date' }

/** India is UTC+05:30 and keeps no daylight saving, so a fixed offset is exact. */
export const IST_OFFSET_MS = 19_800_000
export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** The day that was asked for last, and its number since 1970: programs ask for the same day all day long. */
let lastDay = { number: 0, day: '1970-01-01' as IstDate }

/** The day in India at `at`. */
export function istDateAt(at: EpochMs): IstDate {
  const number = Math.floor((at + IST_OFFSET_MS) / DAY_MS)
  if (number !== lastDay.number)
    lastDay = { number, day: new Date(at + IST_OFFSET_MS).toISOString().slice(0, 10) as IstDate }
  return lastDay.day
}

/** Milliseconds since midnight in India at `at`, 0 to 86,399,999. */
export function msOfIstDay(at: EpochMs): number {
  const shifted = (at + IST_OFFSET_MS) % DAY_MS
  return shifted < 0 ? shifted + DAY_MS : shifted
}

/** Parses `YYYY-MM-DD`. Throws RangeError on anything that is not a real calendar day. */
export function istDate(text: string): IstDate {
  const parsed = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(parsed) || new Date(parsed).toISOString().slice(0, 10) !== text)
    throw new RangeError(`not a date (YYYY-MM-DD): ${text}`)
  return text as IstDate
}

let lastMidnight = { day: '1970-01-01', at: -IST_OFFSET_MS }

/** The instant of a wall-clock time in India: `istInstant(day, 9, 15)` is the open. */
export function istInstant(day: IstDate, hour: number, minute = 0, second = 0): EpochMs {
  if (day !== lastMidnight.day) lastMidnight = { day, at: Date.parse(`${day}T00:00:00Z`) - IST_OFFSET_MS }
  return (lastMidnight.at + ((hour * 60 + minute) * 60 + second) * 1000) as EpochMs
}

/** The calendar day `days` after `day` (negative: before). */
export function addDays(day: IstDate, days: number): IstDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10) as IstDate
}

/** 0 = Sunday … 6 = Saturday. */
export function weekdayOf(day: IstDate): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** `2026-11-20 09:15:01` as the broker writes IST instants. Throws RangeError on any other text, and on days that do not exist. */
export function epochFromIstText(text: string): EpochMs {
  const parsed = Date.parse(`${text.replace(' ', 'T')}Z`)
  const at = (parsed - IST_OFFSET_MS) as EpochMs
  // The parser takes 30 February for 2 March: only a text that writes back the same is one of the broker's.
  if (Number.isNaN(parsed) || istText(at) !== text)
    throw new RangeError(`not an IST timestamp (yyyy-mm-dd hh:mm:ss): ${text}`)
  return at
}

/** `2026-11-20 09:15:01`: whole seconds, IST, as the broker writes instants. */
export function istText(at: EpochMs): string {
  return new Date(at + IST_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** `2026-11-20T09:15:01+05:30`: ISO 8601 with India's offset, whole seconds. */
export function istIso(at: EpochMs): string {
  return `${new Date(at + IST_OFFSET_MS).toISOString().slice(0, 19)}+05:30`
}
