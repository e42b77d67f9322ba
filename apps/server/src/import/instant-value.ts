import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isRecord } from './plain-value.ts'

/** Below this a number of the years 2001 to 5138 counts seconds, above it milliseconds. */
const SECONDS_BELOW = 100_000_000_000

/**
 * Reads an instant as documents spell it: a date text with or without a zone (a bare date is that day's end in India, so
 * that no user loses a paid day), seconds or milliseconds, or the store's timestamp object. Undefined: it is none.
 */
export function instantValue(value: unknown): EpochMs | undefined {
  if (typeof value === 'number') return finite(value < SECONDS_BELOW ? value * 1000 : value)
  if (isRecord(value)) {
    const seconds = value['seconds'] ?? value['_seconds']
    const nanos = value['nanoseconds'] ?? value['_nanoseconds'] ?? 0
    return typeof seconds === 'number' && typeof nanos === 'number'
      ? finite(seconds * 1000 + Math.floor(nanos / 1e6))
      : undefined
  }
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return finite(Date.parse(`${text}T23:59:59.999+05:30`))
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(text)) return finite(Date.parse(`${text}+05:30`))
  return finite(Date.parse(text))
}

function finite(at: number): EpochMs | undefined {
  return Number.isFinite(at) && at > 0 ? (Math.round(at) as EpochMs) : undefined
}
