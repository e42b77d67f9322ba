import { seededNumbers } from '@strikewise/domain/statistics/seeded-numbers.ts'
import { hash32 } from '@strikewise/exchange/random/hash.ts'

/** Numbers in [0, 1) that depend on the name of a figure alone: a figure that is left out changes no other. */
export function numbersOf(name: string): () => number {
  return seededNumbers(hash32(name))
}
