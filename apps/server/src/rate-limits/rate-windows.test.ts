import { expect, it } from 'vitest'
import { RateWindows } from './rate-windows.ts'

it('allows a key its calls of a minute, and no more', () => {
  const rates = new RateWindows()
  expect([1, 2, 3].map(() => rates.allows('a', 2))).toEqual([true, true, false])
  expect(rates.allows('b', 2)).toBe(true)
})

it('turns no new key away for a flood of others, and goes on counting a key that stays in use', () => {
  const rates = new RateWindows(100)
  for (let call = 1; call <= 1000; call += 1) {
    expect(rates.allows(`flood ${call}`, 1)).toBe(true)
    expect(rates.allows('in use', 500)).toBe(call <= 500)
  }
  expect(rates.allows('newcomer', 1)).toBe(true)
})
