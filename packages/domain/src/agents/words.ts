import { istText, type EpochMs } from '../time/ist.ts'

/** `25,033.99` → the plain `25033.99`: index points and rupees with two decimals. */
export function points(x: number): string {
  return x.toFixed(2)
}

/** A score or strength with its sign: `+0.45`. */
export function score(x: number): string {
  return `${x < 0 ? '-' : '+'}${Math.abs(x).toFixed(2)}`
}

/** A fraction as a percentage: 0.0125 → `1.25 %`. */
export function percent(x: number, digits = 2): string {
  return `${(100 * x).toFixed(digits)} %`
}

/** `09:45`: time of day in India. */
export function clockTime(at: EpochMs): string {
  return istText(at).slice(11, 16)
}
