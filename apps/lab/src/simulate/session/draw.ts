import type { Rng } from '@strikewise/exchange/random/rng.ts'

/** A whole number from `least` to `most`, both included. */
export function between(rng: Rng, least: number, most: number): number {
  return least + Math.floor(rng.unit() * (most - least + 1))
}

/** One of them, each as likely as the others. */
export function pick<T>(rng: Rng, from: readonly T[]): T {
  return from[Math.floor(rng.unit() * from.length)]!
}
