import { hash32 } from './hash.ts'

/** Three words and the counter of the generator, and the spare normal. */
export type RngState = readonly [a: number, b: number, c: number, counter: number, spare: number]

/**
 * A seeded stream of random numbers (sfc32: 128 bits of state, passes PractRand). One stream a purpose, so that a
 * scenario which draws more numbers for the books does not move the index.
 */
export class Rng {
  #a: number
  #b: number
  #c: number
  #counter = 1
  #spare = Number.NaN

  constructor(...seed: readonly (string | number)[]) {
    this.#a = hash32('a', ...seed) | 0
    this.#b = hash32('b', ...seed) | 0
    this.#c = hash32('c', ...seed) | 0
    for (let i = 0; i < 12; i += 1) this.bits()
  }

  /** Where the stream stands; set, it goes on from there. */
  get state(): RngState {
    return [this.#a, this.#b, this.#c, this.#counter, this.#spare]
  }

  set state(state: RngState) {
    ;[this.#a, this.#b, this.#c, this.#counter, this.#spare] = state
  }

  /** 32 random bits, as an unsigned integer. */
  bits(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** Uniform in [0, 1). */
  unit(): number {
    return this.bits() / 0x1_0000_0000
  }

  /** Standard normal (Box and Muller; each second call takes the spare). */
  normal(): number {
    const spare = this.#spare
    if (!Number.isNaN(spare)) {
      this.#spare = Number.NaN
      return spare
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.unit()))
    const angle = 2 * Math.PI * this.unit()
    this.#spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }

  /** Exponential with mean 1. */
  exponential(): number {
    return -Math.log(1 - this.unit())
  }
}
