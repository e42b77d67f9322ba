/** Seeded choices: the same seed gives the same requests. */
export interface Chance {
  /** 0 (included) to 1 (excluded). */
  next(): number
  below(count: number): number
  pick<T>(from: readonly T[]): T
  hit(share: number): boolean
}

/** Mulberry32: small, quick, and good enough to draw requests. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return { next, below, pick: (from) => from[below(from.length)]!, hit: (share) => next() < share }
}
