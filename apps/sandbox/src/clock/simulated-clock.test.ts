import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { epochFromIstText, istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { SimulatedClock } from './simulated-clock.ts'

const at = (text: string) => epochFromIstText(text)
const clockAt = (text: string, speed = 10) => new SimulatedClock(at(text), speed, 0, nseCalendar)

it('runs at its speed', () => {
  const clock = clockAt('2026-09-16 09:20:00')
  expect(istText(clock.now(100))).toBe('2026-09-16 09:20:01')
})

it('loses no time to being read often', () => {
  const clock = clockAt('2026-09-16 09:20:00', 1)
  for (let real = 0; real <= 10_000; real += 0.3) clock.advance(real)
  // A double of this size resolves a quarter of a microsecond: looks may add up to a few milliseconds, never to seconds.
  expect(Math.abs(clock.advance(10_000) - at('2026-09-16 09:20:10'))).toBeLessThan(10)
})

it('skips the night, and weekends and holidays with it', () => {
  const clock = clockAt('2026-09-11 15:59:59')
  expect(istText(clock.now(200))).toBe('2026-09-11 16:00:00')
  // The 14th, a Monday, is a holiday.
  expect(istText(clock.advance(200))).toBe('2026-09-15 08:14:00')
})

it('passes 08:15 on every trading day, when users are reminded of a missing login', () => {
  const clock = clockAt('2026-09-11 15:59:59')
  const seen = new Set<string>()
  for (let real = 0; real < 20_000; real += 200) seen.add(istText(clock.advance(real)).slice(0, 16))
  expect(seen).toContain('2026-09-15 08:15')
})

it.each([
  ['a Saturday', '2026-09-19 10:00:00', '2026-09-21 08:14:00'],
  ['before the day', '2026-09-16 03:00:00', '2026-09-16 08:14:00'],
  ['after the day', '2026-09-16 16:00:00', '2026-09-17 08:14:00'],
  ['in the day', '2026-09-16 12:34:56', '2026-09-16 12:34:56'],
])('starts %s at the next open instant', (_when, start, expected) => {
  expect(istText(clockAt(start).now(0))).toBe(expected)
})

it('keeps its place while paused', () => {
  const clock = clockAt('2026-09-16 09:20:00')
  clock.pause(100)
  expect(istText(clock.advance(99_999))).toBe('2026-09-16 09:20:01')
  clock.resume(100_000)
  expect(istText(clock.advance(100_100))).toBe('2026-09-16 09:20:02')
})

it('jumps forward only', () => {
  const clock = clockAt('2026-09-16 09:20:00')
  expect(() => clock.jump(at('2026-09-16 09:19:59'), 0)).toThrow('never goes back')
  expect(istText(clock.jump(at('2026-09-16 14:00:00'), 0))).toBe('2026-09-16 14:00:00')
  expect(istText(clock.jump(at('2026-09-16 22:00:00'), 0))).toBe('2026-09-17 08:14:00')
})

it('refuses a speed it cannot keep', () => {
  expect(() => clockAt('2026-09-16 09:20:00', 601)).toThrow('choose 1 to 600')
  expect(() => clockAt('2026-09-16 09:20:00').setSpeed(Number.NaN, 0)).toThrow('choose 1 to 600')
})

it('never goes backwards and never stands in a night, whatever is done to it', () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('advance' as const), ms: fc.integer({ min: 0, max: 5_000 }) }),
    fc.record({ kind: fc.constant('speed' as const), speed: fc.integer({ min: 1, max: 600 }) }),
    fc.record({ kind: fc.constant('jump' as const), minutes: fc.integer({ min: 0, max: 5_000 }) }),
    fc.constantFrom({ kind: 'pause' as const }, { kind: 'resume' as const }),
  )
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const clock = clockAt('2026-09-16 09:20:00')
      let real = 0
      let before = clock.now(0)
      for (const step of actions) {
        if (step.kind === 'advance') real += step.ms
        if (step.kind === 'speed') clock.setSpeed(step.speed, real)
        if (step.kind === 'jump') clock.jump((clock.now(real) + step.minutes * 60_000) as EpochMs, real)
        if (step.kind === 'pause') clock.pause(real)
        if (step.kind === 'resume') clock.resume(real)
        const now = clock.advance(real)
        expect(now).toBeGreaterThanOrEqual(before)
        const time = istText(now).slice(11)
        expect(time >= '08:14:00' && time < '16:00:00').toBe(true)
        before = now
      }
    }),
  )
})
