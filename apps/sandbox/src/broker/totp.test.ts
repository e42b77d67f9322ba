import { expect, it } from 'vitest'
import { base32, isTotp, totpAt } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B (its codes have eight digits; these are their last six).
it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('gives the code of the RFC at %d s', (seconds, code) => {
  expect(totpAt(secret, seconds * 1000)).toBe(code)
})

it('accepts the neighbouring steps and nothing further away', () => {
  const code = totpAt(secret, 600_000)
  expect([540_000, 570_000, 600_000, 630_000, 660_000].map((at) => isTotp(secret, code, at))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
})

it('writes the secret in base 32', () => {
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})
