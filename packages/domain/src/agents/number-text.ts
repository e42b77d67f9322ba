import { istText, type EpochMs } from '../time/ist.ts'

/** `x` with so many decimals; what rounds to zero has no sign: `0.00`, never `-0.00`. */
export function fixed(x: number, digits: number): string {
  const text = x.toFixed(digits)
  return Number(text) === 0 ? (0).toFixed(digits) : text
}

/** `25,033.99` → the plain `25033.99`: index points and rupees with two decimals. */
export function points(x: number): string {
  return fixed(x, 2)
}

/** A score or strength with its sign: `+0.45`, `-0.45`; zero has none. */
export function score(x: number): string {
  const text = fixed(x, 2)
  return Number(text) > 0 ? `+${text}` : text
}

/** A fraction as a percentage: 0.0125 → `1.25 %`. */
export function percent(x: number, digits = 2): string {
  return `${fixed(100 * x, digits)} %`
}

/** `09:45`: time of day in India. */
export function clockTime(at: EpochMs): string {
  return istText(at).slice(11, 16)
}
