import { istDate, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'

const TEXT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/

/**
 * Reads the instants a column of bars may hold: ISO 8601 with or without a zone (without: India's), or epoch seconds or
 * milliseconds. Throws RangeError with the reason on anything else. Parts of a second are dropped.
 */
export function readInstant(value: unknown): EpochMs {
  if (value instanceof Date) return value.getTime() as EpochMs
  if (typeof value === 'bigint' || typeof value === 'number') return fromNumber(Number(value))
  const text = String(value).trim()
  if (/^\d{10}$|^\d{13}$/.test(text)) return fromNumber(Number(text))
  const match = TEXT.exec(text)
  if (match === null) throw new RangeError(`"${text}" is not a time such as 2024-01-15T09:15:00+05:30`)
  const [, day, hour, minute, second, zone] = match
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59)
    throw new RangeError(`"${text}" is not a time of day`)
  const inIndia = istInstant(dayOf(day!), Number(hour), Number(minute), Number(second ?? 0))
  return (inIndia + (zone === undefined || zone === '+05:30' ? 0 : INDIA_MINUTES - minutesOf(zone)) * 60_000) as EpochMs
}

/** The same with the parts of a second a text or number holds, in whole milliseconds: for ticks. */
export function readInstantExactly(value: unknown): EpochMs {
  const at = readInstant(value)
  const parts = typeof value === 'string' ? /:\d{2}(\.\d+)/.exec(value)?.[1] : undefined
  return parts === undefined ? at : ((at + Math.floor(Number(parts) * 1000)) as EpochMs)
}

const INDIA_MINUTES = 330

let lastDay = '1970-01-01' as IstDate

/** A file asks for the same day hundreds of times in a row; whether it exists is found out once. */
function dayOf(text: string): IstDate {
  if (text !== lastDay) lastDay = istDate(text)
  return lastDay
}

function minutesOf(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return zone.startsWith('-') ? -minutes : minutes
}

/** Ten digits are seconds, thirteen milliseconds, sixteen microseconds, nineteen nanoseconds. */
function fromNumber(value: number): EpochMs {
  if (!(value >= 1e8)) throw new RangeError(`"${value}" is not an instant`)
  const ms = value < 1e11 ? value * 1000 : value < 1e14 ? value : value < 1e17 ? value / 1e3 : value / 1e6
  return Math.floor(ms) as EpochMs
}
