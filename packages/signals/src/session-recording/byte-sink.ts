/** Largest magnitude of a number that is stored: twice it, as zigzag needs, is still exact in a double. */
export const LARGEST_STORED = 2 ** 52 - 1

/** Bytes a stored number takes at most: seven bits each. */
const LONGEST = 8

/** Below it a number and its zigzag fit into 31 bits. */
const SMALL = 2 ** 29

/** Bytes that grow, written from the front. Whole numbers take as many bytes as their size needs. */
export class ByteSink {
  #bytes = new Uint8Array(64 * 1024)
  #at = 0

  /** Empties it; the room stays. */
  clear(): void {
    this.#at = 0
  }

  /** What was written, valid until the next write. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#at)
  }

  /** A whole number from 0 to twice `LARGEST_STORED` + 1, low seven bits first. */
  unsigned(value: number): void {
    this.#reserve(LONGEST)
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#at++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#at++] = rest
  }

  /** A whole number of either sign up to `LARGEST_STORED`; near 0 it takes one byte. Throws RangeError beyond. */
  signed(value: number): void {
    // Nearly all numbers are small differences; on these whole-number arithmetic is many times faster.
    if (value < SMALL && value >= -SMALL && (value | 0) === value) {
      this.#reserve(LONGEST)
      let rest = (value << 1) ^ (value >> 31)
      while (rest >= 128) {
        this.#bytes[this.#at++] = (rest & 127) | 128
        rest >>>= 7
      }
      this.#bytes[this.#at++] = rest
      return
    }
    if (!Number.isInteger(value) || Math.abs(value) > LARGEST_STORED)
      throw new RangeError(`${value} is no whole number that a recording can hold`)
    this.unsigned(value >= 0 ? 2 * value : -2 * value - 1)
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#at)
    this.#at += bytes.length
  }

  #reserve(more: number): void {
    if (this.#at + more <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#at + more))
    larger.set(this.written)
    this.#bytes = larger
  }
}

/** Reads what a `ByteSink` wrote, in the same order. Throws RangeError when asked for more than there is. */
export class ByteSource {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  unsigned(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('the bytes end inside a number')
      if (byte < 128) return value + byte * scale
      value += (byte - 128) * scale
      scale *= 128
    }
  }

  signed(): number {
    const value = this.unsigned()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  raw(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('the bytes end inside a text')
    const bytes = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return bytes
  }
}
