import { unitOf } from '@strikewise/exchange/random/hash.ts'

/** Numbers in [0, 1) that depend on `seed` alone (mulberry32, seeded by a hash): a bootstrap draws millions of them. */
export function generatorOf(seed: string): () => number {
  let state = Math.floor(unitOf(seed) * 2 ** 32)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
