import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DelayRing } from './delay-ring.ts'

it('never shows a value younger than the delay, shows the newest that is old enough, and stays small', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 300 }), (gaps) => {
      const ring = new DelayRing<number>(60_000)
      let now = 1_000_000
      const pushed: number[] = []
      for (const gap of gaps) {
        now += gap
        ring.push(now as EpochMs, now)
        pushed.push(now)
        const shown = ring.read(now as EpochMs)
        if (shown !== undefined) expect(shown).toBeLessThanOrEqual(now - 60_000)
        // Whatever was the last of its second and is old enough is what is shown.
        const lastOfSecond = pushed.filter((at, i) => Math.floor(at / 1000) !== Math.floor((pushed[i + 1] ?? 0) / 1000))
        const expected = lastOfSecond.filter((at) => at <= now - 60_000).at(-1)
        expect(shown).toBe(expected)
        expect(ring.size).toBeLessThanOrEqual(62)
      }
    }),
  ))

it('holds on to the last value when nothing new comes', () => {
  const ring = new DelayRing<string>(60_000)
  ring.push(0 as EpochMs, 'a')
  ring.push(30_000 as EpochMs, 'b')
  expect(ring.read(59_999 as EpochMs)).toBeUndefined()
  expect(ring.read(60_000 as EpochMs)).toBe('a')
  expect(ring.read(90_000 as EpochMs)).toBe('b')
  expect(ring.read(9_000_000 as EpochMs)).toBe('b')
})
