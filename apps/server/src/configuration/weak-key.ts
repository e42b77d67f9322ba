/** Of 32 random bytes about 30 differ; fewer than this happens to none of 10^12 random keys. */
const MIN_DISTINCT_BYTES = 14

/** Whether a key in hexadecimal digits is visibly no random value: a repetition, a sequence, or text written in hexadecimal. */
export function isWeakKey(hex: string): boolean {
  const bytes = [...Buffer.from(hex, 'hex')]
  const step = (bytes[1] ?? 0) - (bytes[0] ?? 0)
  return (
    new Set(bytes).size < MIN_DISTINCT_BYTES ||
    bytes.every((byte, i) => i === 0 || bytes[i - 1] === byte - step) ||
    bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  )
}
