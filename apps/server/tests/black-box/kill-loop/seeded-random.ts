import { seededNumbers } from '@strikewise/domain/statistics/seeded-numbers.ts'

/** Numbers in [0, 1) that follow from the seed alone, and choices made with them. */
export class SeededRandom {
  readonly #numbers: () => number

  constructor(seed: number) {
    this.#numbers = seededNumbers(seed)
  }

  next(): number {
    return this.#numbers()
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<T>(from: readonly T[]): T {
    return from[this.whole(0, from.length - 1)]!
  }

  shuffled<T>(all: readonly T[]): T[] {
    const left = [...all]
    return all.map(() => left.splice(this.whole(0, left.length - 1), 1)[0]!)
  }
}
