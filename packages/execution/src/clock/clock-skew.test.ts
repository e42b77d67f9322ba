import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BrokerTime, MonoMs } from '../ports.ts'
import { clockSkewMs } from './clock-skew.ts'

const NOON = Date.parse('2026-09-16T12:00:00Z')
const TRUE_MONO = 5_000

/** The broker's clock as an answer shows it: cut off to the second, stamped `there` after our request, received `back` later. */
function shownAt(true0: number, there: number, back: number): BrokerTime {
  const stamped = true0 - back
  const earliest = stamped - (stamped % 1_000)
  return {
    mono: TRUE_MONO as MonoMs,
    earliest: earliest as EpochMs,
    latest: (earliest + 1_000 + there + back) as EpochMs,
  }
}

const wallAt = (now: number, mono: number) => ({ now: () => now as EpochMs, mono: () => mono as MonoMs })
const step = fc.integer({ min: -100_000, max: 100_000 })
const ms = fc.integer({ min: 0, max: 20_000 })

it('is never showed to be more than it is, however slow the answer and however long ago', () => {
  fc.assert(
    fc.property(step, ms, ms, ms, (skew, there, back, since) => {
      const shown = shownAt(NOON, there, back)
      const skewShown = clockSkewMs(shown, wallAt(NOON + since - skew, TRUE_MONO + since))!
      expect(Math.abs(skewShown)).toBeLessThanOrEqual(Math.abs(skew))
      expect(skewShown === 0 || Math.sign(skewShown) === Math.sign(skew)).toBe(true)
    }),
  )
})

it('shows a step of the wall clock at once, to within a second, though no answer came since', () => {
  fc.assert(
    fc.property(step, ms, (skew, since) => {
      const shown = shownAt(NOON, 5, 5)
      const skewShown = clockSkewMs(shown, wallAt(NOON + since - skew, TRUE_MONO + since))!
      expect(Math.abs(skewShown - skew)).toBeLessThanOrEqual(1_010)
    }),
  )
})

it('is not known before an answer has shown the broker’s time', () => {
  expect(clockSkewMs(undefined, wallAt(NOON, 0))).toBeUndefined()
})
