/**
 * A 32-bit hash of a list of names and numbers. Decisions of the simulated world are taken by hash, never by "the next
 * number": taking one order or one fault away leaves every other decision as it was.
 */
export function hash32(...parts: readonly (string | number)[]): number {
  return avalanche(absorbed(0x811c9dc5, parts))
}

/** `hash32` of lists that begin alike: their common beginning is hashed once, and each answer takes the rest. */
export function hashFrom(...parts: readonly (string | number)[]): (...rest: readonly (string | number)[]) => number {
  const begun = absorbed(0x811c9dc5, parts)
  return (...rest) => avalanche(absorbed(begun, rest))
}

function absorbed(before: number, parts: readonly (string | number)[]): number {
  let hash = before
  for (const part of parts) {
    const text = typeof part === 'string' ? part : `#${part}`
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
    hash = Math.imul(hash ^ 0x1f, 0x01000193)
  }
  return hash
}

/** Two whole numbers as one 32-bit hash: for what is asked too often to spell names out each time. */
export function mix32(a: number, b: number): number {
  return avalanche(Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x01000193))
}

/** A number in [0, 1) decided by `parts`. */
export function unitOf(...parts: readonly (string | number)[]): number {
  return hash32(...parts) / 0x1_0000_0000
}

/** Spreads the differences of near-equal inputs over all bits (the finaliser of MurmurHash3). */
function avalanche(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
