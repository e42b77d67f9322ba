import { expect, it } from 'vitest'
import type { StagedDay } from './testing/day-fixture.ts'
import { protectedDay } from './testing/fixtures.ts'

it('excuses what we took away while the broker answers nothing, until three seconds after it answers again', () => {
  const isBlamed = (cancelled: StagedDay, ms: number, alternative = 1) => {
    const day = cancelled.wait(10).fault('broker_down', alternative, 'broker').status('s1', 'CANCELLED').wait(ms)
    return day.checker.violations.some(({ text }) => text.includes('ended their order'))
  }
  const asked = () => protectedDay().known('s1', 'armed').cancel('s1')
  expect(isBlamed(asked(), 11_900)).toBe(false)
  expect(isBlamed(asked(), 12_100)).toBe(true)
  expect(isBlamed(asked(), 2_100, 2)).toBe(true)
  const later = protectedDay().known('s1', 'armed').fault('broker_down', 1, 'broker').wait(10).cancel('s1')
  later.status('s1', 'CANCELLED').wait(2_100)
  expect(later.checker.violations.map(({ text }) => text).join()).toContain('ended their order')
})
