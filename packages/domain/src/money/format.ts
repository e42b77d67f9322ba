import type { Paise } from './paise.ts'

/**
 * Money and counts as text, written out: the same on every machine, whatever locale data its runtime carries.
 * Digits are grouped the Indian way (1,23,45,678.90).
 */

/** `₹1,23,456.78`; below zero `-₹250.00`. */
export function formatRupees(amount: Paise): string {
  return `${amount < 0 ? '-' : ''}₹${digits(amount)}`
}

/** A profit or loss with its sign: `+₹1,880.42`, `-₹250.00`, `₹0.00`. */
export function formatSignedRupees(amount: Paise): string {
  return amount > 0 ? `+${formatRupees(amount)}` : formatRupees(amount)
}

/** A price without the rupee sign: `1,23,456.78`. */
export function formatPrice(price: Paise): string {
  return `${price < 0 ? '-' : ''}${digits(price)}`
}

/** Whole rupees without decimals where nothing is lost (`₹44,000`), else as `formatRupees`. */
export function formatWholeRupees(amount: Paise): string {
  return amount % 100 === 0 ? formatRupees(amount).slice(0, -3) : formatRupees(amount)
}

/** Open interest in lakhs of units, two decimals: 123456 → `1.23L` (specification §9, Display). */
export function formatLakh(units: number): string {
  const hundredths = Math.round(units / 1000)
  const whole = Math.trunc(Math.abs(hundredths) / 100)
  return `${hundredths < 0 ? '-' : ''}${whole}.${twoDigits(Math.abs(hundredths) % 100)}L`
}

/** A whole number grouped the Indian way: 1234567 → `12,34,567`. */
export function groupIndian(whole: number): string {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not a whole number: ${whole}`)
  const text = String(Math.abs(whole))
  const head = text.slice(0, -3)
  const grouped = head === '' ? text : `${head.replace(/\B(?=(?:\d{2})+$)/g, ',')},${text.slice(-3)}`
  return whole < 0 ? `-${grouped}` : grouped
}

function digits(amount: Paise): string {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of paise: ${amount}`)
  const absolute = Math.abs(amount)
  return `${groupIndian(Math.trunc(absolute / 100))}.${twoDigits(absolute % 100)}`
}

function twoDigits(n: number): string {
  return n < 10 ? `0${n}` : String(n)
}
