import { describe, expect, it } from 'vitest'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import { DelayedByPlan } from './delayed-by-plan.ts'

const DELAY_MS = PLAN_POLICY.starter.delaySeconds * 1000

function opened(isSame?: (one: string, other: string) => boolean) {
  const clock = { at: 0, now: () => clock.at as EpochMs }
  return { clock, values: new DelayedByPlan<string>(clock, isSame) }
}

describe('values delayed by plan', () => {
  it('shows the newest value to a plan without a delay and none to starter until it is old enough', () => {
    const { clock, values } = opened()
    values.set('chain', 'first')
    expect(values.read('chain', 'elite')).toBe('first')
    expect(values.read('chain', 'starter')).toBeUndefined()
    clock.at = DELAY_MS
    values.set('chain', 'second')
    expect(values.read('chain', 'elite')).toBe('second')
    expect(values.read('chain', 'starter')).toBe('first')
  })

  it('keeps the newest value when the same one comes again', () => {
    const { values } = opened((one, other) => one[0] === other[0])
    values.set('chain', 'a1')
    values.set('chain', 'a2')
    expect(values.read('chain', 'elite')).toBe('a1')
  })

  it('has no value of a key that was never set', () => {
    const { values } = opened()
    expect(values.read('chain', 'elite')).toBeUndefined()
    expect(values.read('chain', 'starter')).toBeUndefined()
  })
})
