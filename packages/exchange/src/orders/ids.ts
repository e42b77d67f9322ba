import type { IstDate } from '@strikewise/domain/time/ist.ts'

/**
 * Ids as the broker makes them: decimal text too long for a double (kite-connect fact sheet §2). They are built of the
 * day, the account and the account's own count, so one account's orders never change another's ids.
 */
export function orderIdFor(day: IstDate, accountIndex: number, ordinal: number): string {
  return `20${compact(day)}${digits(accountIndex, 5)}${digits(ordinal, 6)}`
}

/** 16 digits, given by the exchange when the order arrives there. */
export function exchangeOrderIdFor(day: IstDate, accountIndex: number, ordinal: number): string {
  return `1${compact(day).slice(1)}${digits(accountIndex, 5)}${digits(ordinal, 5)}`
}

/** Unique for the day only, as real trade ids are. */
export function tradeIdFor(accountIndex: number, ordinal: number): string {
  return `7${digits(accountIndex, 5)}${digits(ordinal, 5)}`
}

/** A number, and the account's alone for good: triggers outlive the day. */
export function triggerIdFor(accountIndex: number, ordinal: number): number {
  return accountIndex * 1_000_000 + ordinal
}

/** `2026-11-20` → `261120`. */
function compact(day: IstDate): string {
  return day.slice(2).replaceAll('-', '')
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
