const ROUND_CONSTANTS = primes(64).map((prime) => fractionBits(Math.cbrt(prime)))
const START = primes(8).map((prime) => fractionBits(Math.sqrt(prime)))
const BLOCK_BYTES = 64

/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8 bytes, in hex. For the one hash the decision engine itself needs, so that the
 * same code runs where a platform's own hash can only be waited for (a browser). Everywhere else the platform's is used.
 */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  const state = Uint32Array.from(START)
  const schedule = new Uint32Array(64)
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) compress(state, schedule, view, at)
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
}

function compress(state: Uint32Array, schedule: Uint32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i += 1) schedule[i] = view.getUint32(at + 4 * i)
  for (let i = 16; i < 64; i += 1) {
    const [w15, w2] = [schedule[i - 15]!, schedule[i - 2]!]
    const s0 = turned(w15, 7) ^ turned(w15, 18) ^ (w15 >>> 3)
    const s1 = turned(w2, 17) ^ turned(w2, 19) ^ (w2 >>> 10)
    schedule[i] = schedule[i - 16]! + s0 + schedule[i - 7]! + s1
  }
  // The state is eight words for life; its array type does not say how long it is.
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const t1 = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUND_CONSTANTS[i]! + schedule[i]!
    const t2 = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) >>> 0, c, b, a, (t1 + t2) >>> 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => (state[i]! += word))
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** The first 32 bits of the fractional part: where the standard takes its constants from. */
function fractionBits(x: number): number {
  return ((x - Math.floor(x)) * 2 ** 32) >>> 0
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}
