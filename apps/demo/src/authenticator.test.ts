import { afterEach, expect, it, vi } from 'vitest'
import { Authenticator } from './authenticator.ts'

afterEach(() => vi.useRealTimers())

// RFC 6238, appendix B: the last six digits of each code for the SHA-1 secret "12345678901234567890".
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('shows the code of RFC 6238 at %i s', async (seconds, code) => {
  vi.useFakeTimers({ now: seconds * 1000 })
  expect(await new Authenticator('GEZD GNBV GY3T QOJQ GEZDGNBVGY3TQOJQ').code()).toBe(code)
})

it('shows no code twice, and waits for the next where it has to', async () => {
  vi.useFakeTimers({ now: 60_000 })
  const waits: number[] = []
  const app = new Authenticator('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', async (ms) => waits.push(ms))
  const codes = [await app.code(), await app.code(), await app.code()]
  expect(new Set(codes).size).toBe(3)
  expect(waits).toEqual([30_000])
})
