import { Rng } from '@strikewise/exchange/random/rng.ts'
import { expect, it } from 'vitest'
import type { SessionFacts } from '../facts/session-facts.ts'
import type { Check } from './check.ts'
import { outsideAllowed, recordBand } from './record-band.ts'
import { mean } from './statistics.ts'

const check = { of: (sessions: readonly SessionFacts[]) => mean(sessions.map(({ index }) => index.rangePct)) } as Check
const rng = new Rng('records', 'band')
const sessionsOf = (count: number, level: number): SessionFacts[] =>
  Array.from({ length: count }, () => ({ index: { rangePct: level + 0.2 * rng.normal() } }) as SessionFacts)

it('holds a fresh sample of the same market and refuses one a tenth higher', () => {
  const band = recordBand(check, sessionsOf(400, 1), 40)!
  expect(band.samples).toBe(10)
  const misses = Array.from({ length: 200 }, () => check.of(sessionsOf(40, 1))).filter(
    (value) => value < band.low || value > band.high,
  )
  expect(misses.length).toBeLessThan(20)
  const higher = Array.from({ length: 200 }, () => check.of(sessionsOf(40, 1.3))).filter((value) => value > band.high)
  expect(higher.length).toBeGreaterThan(190)
})

it('is not there where the records hold too few samples', () => {
  expect(recordBand(check, sessionsOf(199, 1), 40)).toBeUndefined()
})

it('allows as many rows outside as one sound table in a hundred exceeds', () => {
  expect(outsideAllowed(0)).toBe(0)
  expect(outsideAllowed(10)).toBe(1)
  expect(outsideAllowed(90)).toBe(4)
})
