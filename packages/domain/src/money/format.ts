import type { Paise } from './paise.ts'

/**
 * Money and counts as text, written out: the same on every machine, whatever locale data its runtime carries.
 * Digits are grouped the Indian way (1,23,45,678.90); a minus is the true one, U+2212, which is as wide as a plus and which
 * screen readers read as minus. Files for programs (CSV) write their own hyphen.
 */

/** Stands before a figure below zero on screens and in messages. */
export const MINUS = '−'

/** `₹1,23,456.78`; below zero `−₹250.00`. */
export function formatRupees(amount: Paise): string {
  return `${amount < 0 ? MINUS : ''}₹${digits(amount)}`
}

/** A profit or loss with its sign: `+₹1,880.42`, `−₹250.00`, `₹0.00`. */
export function formatSignedRupees(amount: Paise): string {
  return amount > 0 ? `+${formatRupees(amount)}` : formatRupees(amount)
}

/** A price without the rupee sign: `1,23,456.78`. */
export function formatPrice(price: Paise): string {
  return `${price < 0 ? MINUS : ''}${digits(price)}`
}

/** Whole rupees without decimals where nothing is lost (`₹44,000`), else as `formatRupees`. */
export function formatWholeRupees(amount: Paise): string {
  return amount % 100 === 0 ? formatRupees(amount).slice(0, -3) : formatRupees(amount)
}

/** Open interest in lakhs of units, two decimals: 123456 → `1.23L` (specification §9, Display). */
export function formatLakh(units: number): string {
  const hundredths = Math.round(units / 1000)
  const whole = Math.trunc(Math.abs(hundredths) / 100)
  return `${hundredths < 0 ? MINUS : ''}${whole}.${twoDigits(Math.abs(hundredths) % 100)}L`
}

/** A figure with `digits` decimals, not grouped: `−0.45`; what rounds to zero has no sign. */
export function formatDecimal(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits)
  return value < 0 && Number(text) !== 0 ? `${MINUS}${text}` : text
}

/** The same, with a plus above zero: `+0.40`, `−0.45`, `0.00`. */
export function formatSignedDecimal(value: number, digits: number): string {
  const text = formatDecimal(value, digits)
  return value > 0 && Number(text) !== 0 ? `+${text}` : text
}

/** A whole number grouped the Indian way: 1234567 → `12,34,567`. */
export function groupIndian(whole: number): string {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not a whole number: ${whole}`)
  const text = String(Math.abs(whole))
  const head = text.slice(0, -3)
  const grouped = head === '' ? text : `${head.replace(/\B(?=(?:\d{2})+$)/g, ',')},${text.slice(-3)}`
  return whole < 0 ? `${MINUS}${grouped}` : grouped
}

function digits(amount: Paise): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of paise: ${amount}`)
  const absolute = Math.abs(amount)
  return `${groupIndian(Math.trunc(absolute / 100))}.${twoDigits(absolute % 100)}`
}

function twoDigits(n: number): string {
  return n < 10 ? `0${n}` : String(n)
}
