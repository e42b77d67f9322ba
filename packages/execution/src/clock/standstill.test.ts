import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { Standstill } from './standstill.ts'

const clock = { now: () => at(0) }
const at = (ms: number) => (1_800_000_000_000 + ms) as EpochMs

describe('a standstill', () => {
  it.each<[what: string, ended: number, wakeAt: number | undefined, next: number, stood: boolean]>([
    ['is none where the turn comes when it is due', 5, 2_000, 2_000, false],
    ['is none where something arrives before', 5, 9_000, 4_000, false],
    ['is none where nothing is due', 5, undefined, 90_000, false],
    ['is none within a second', 5, 2_000, 3_000, false],
    ['is a turn that comes more than a second late', 5, 2_000, 3_001, true],
    ['is a turn that itself took longer than a second', 1_001, 2_000, 1_002, true],
  ])('%s', (_what, ended, wakeAt, next, stood) => {
    const standstill = new Standstill(clock)
    expect(standstill.begin(at(0))).toBe(false)
    standstill.end(at(ended), wakeAt === undefined ? undefined : at(wakeAt))
    expect(standstill.begin(at(next))).toBe(stood)
  })

  it.each([
    ['is none', 1_000, false],
    ['is one', 1_001, true],
  ])('%s where the rows of a turn took %i ms', (_what, ms, stood) => {
    const standstill = new Standstill(clock)
    standstill.begin(at(0))
    expect(standstill.hasWaited(at(ms))).toBe(stood)
    expect(standstill.endedAt).toBe(stood ? at(ms) : 0)
  })

  it('begins at a turn that failed', () => {
    const standstill = new Standstill(clock)
    standstill.begin(at(0))
    expect(standstill.begin(at(1_001))).toBe(true)
  })

  it('lasts while a turn takes longer than a second', () => {
    let now = at(0)
    const standstill = new Standstill({ now: () => now })
    standstill.begin(now)
    now = at(1_000)
    expect(standstill.isLate).toBe(false)
    now = at(1_001)
    expect(standstill.isLate).toBe(true)
    standstill.begin(now)
    expect(standstill.isLate).toBe(false)
  })
})
