import { seededNumbers } from '@strikewise/domain/statistics/seeded-numbers.ts'

/** Seeded choices: the same seed gives the same requests. */
export interface Chance {
  /** 0 (included) to 1 (excluded). */
  next(): number
  below(count: number): number
  pick<T>(from: readonly T[]): T
  hit(share: number): boolean
}

/** The choices of one seed. */
export function chanceOf(seed: number): Chance {
  const next = seededNumbers(seed)
  const below = (count: number) => Math.floor(next() * count)
  return { next, below, pick: (from) => from[below(from.length)]!, hit: (share) => next() < share }
}
