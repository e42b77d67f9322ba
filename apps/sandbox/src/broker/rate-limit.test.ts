import { expect, it } from 'vitest'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { RateLimiter } from './rate-limit.ts'

const at = (ms: number) => (1_789_500_000_000 + ms) as EpochMs

it('counts by calendar second, not by a sliding one', () => {
  const limiter = new RateLimiter()
  expect(limiter.take('key', 'quote', at(999))).toBe(true)
  expect(limiter.take('key', 'quote', at(999))).toBe(false)
  expect(limiter.take('key', 'quote', at(1_000))).toBe(true)
})

it('keeps groups and keys apart', () => {
  const limiter = new RateLimiter()
  limiter.take('key', 'quote', at(0))
  expect(limiter.take('key', 'historical', at(0))).toBe(true)
  expect(limiter.take('other', 'quote', at(0))).toBe(true)
})
