import { istText, type EpochMs } from '@strikewise/domain/time/ist.ts'

/** Seconds remembered: rows are made of the same few instants again and again. */
const REMEMBERED = 64
const seconds = new Float64Array(REMEMBERED).fill(Number.NaN)
const texts: string[] = Array.from({ length: REMEMBERED }, () => '')

/** `istText`, remembering the last text of each of a few seconds. */
export function instantText(at: EpochMs): string {
  const second = Math.floor(at / 1000)
  const cell = second % REMEMBERED
  if (seconds[cell] !== second) {
    seconds[cell] = second
    texts[cell] = istText(at)
  }
  return texts[cell]!
}
