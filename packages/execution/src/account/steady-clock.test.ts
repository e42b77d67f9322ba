import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '../testing/scenario.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { SteadyClock } from './steady-clock.ts'

const START = istInstant(DAY, 10)
let clock: VirtualClock
let steady: SteadyClock
beforeEach(() => {
  clock = new VirtualClock(START)
  steady = new SteadyClock(clock)
})

const sinceStart = () => steady.now() - START

describe('the clock of an account', () => {
  it('is the wall clock, put forward with it', () => {
    expect(sinceStart()).toBe(0)
    clock.stand(500)
    expect(sinceStart()).toBe(500)
    clock.step(60_000)
    expect(sinceStart()).toBe(60_500)
  })

  it('goes on at its own pace when the wall clock was put back, until that has caught up', () => {
    steady.now()
    clock.step(-5_000)
    expect(sinceStart()).toBe(0)
    clock.stand(3_000)
    expect(sinceStart()).toBe(3_000)
    clock.step(5_500)
    expect(sinceStart()).toBe(3_500)
  })

  it('is not before rows that were written, and never goes back for older ones', () => {
    steady.notBefore((START + 9_000) as EpochMs)
    expect(sinceStart()).toBe(9_000)
    steady.notBefore((START + 2_000) as EpochMs)
    clock.stand(1_000)
    expect(sinceStart()).toBe(10_000)
  })
})
