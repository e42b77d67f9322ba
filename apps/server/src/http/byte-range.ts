/**
 * The one range of bytes a `Range` header asks for, both ends included. Undefined: none, or one this server sends the
 * whole for (several ranges, another unit); `outside`: there are no such bytes (RFC 9110 §14).
 */
export function byteRange(
  header: string | undefined,
  length: number,
): { from: number; to: number } | 'outside' | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (found === null) return undefined
  const [first, last] = [found[1]!, found[2]!]
  if (first === '' && last === '') return undefined
  if (first === '') return Number(last) === 0 ? 'outside' : { from: Math.max(0, length - Number(last)), to: length - 1 }
  const [from, to] = [Number(first), last === '' ? length - 1 : Math.min(Number(last), length - 1)]
  if (last !== '' && Number(last) < from) return undefined
  return from >= length ? 'outside' : { from, to }
}
