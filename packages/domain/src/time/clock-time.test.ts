import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clockTimeOf, minuteOfClockTime } from './clock-time.ts'

it('writes a minute of the day as it reads it', () => {
  expect([clockTimeOf(570), minuteOfClockTime('14:45')]).toEqual(['09:30', 885])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_439 }), (minute) => {
      expect(minuteOfClockTime(clockTimeOf(minute))).toBe(minute)
    }),
  )
})

it.each(['9:30', '24:00', '09:60', '09:30:00', ''])('reads no other text: %s', (text) =>
  expect(() => minuteOfClockTime(text)).toThrow(RangeError),
)
