import { expect, it } from 'vitest'
import { isTotp, totpAt } from './totp.ts'

/** The key of RFC 6238, "12345678901234567890", in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

// RFC 6238, appendix B (its codes have eight digits; these are their last six).
it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('gives the code of the RFC at %d s', (seconds, code) => {
  expect(totpAt(SECRET, seconds * 1000)).toBe(code)
})

it('accepts the neighbouring steps and nothing further away', () => {
  const code = totpAt(SECRET, 600_000)
  const instants = [569_999, 570_000, 600_000, 630_000, 659_999, 660_000]
  expect(instants.map((at) => isTotp(SECRET, code, at))).toEqual([false, true, true, true, true, false])
})

it.each(['', 'abcdef', '28708', '2870822', ' 287082', '²87082'])('refuses %j, which is no code', (code) => {
  expect(isTotp(SECRET, code, 59_000)).toBe(false)
})
