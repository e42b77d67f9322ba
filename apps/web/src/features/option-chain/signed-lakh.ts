import { formatLakh } from '@strikewise/domain/money/format.ts'

/** A change of open interest in lakhs of units, with its sign. */
export function signedLakh(units: number): string {
  const text = formatLakh(units)
  return units > 0 ? `+${text}` : text
}
