import { describe, expect, it } from 'vitest'
import { paise } from '../money/paise.ts'
import { istDate } from '../time/ist.ts'
import { exerciseTax } from './stt.ts'

describe('exercise', () =>
  it('taxes the intrinsic value, by date', () => {
    expect(exerciseTax(paise(1_000_000), istDate('2026-03-31'))).toBe(1_250)
    expect(exerciseTax(paise(1_000_000), istDate('2026-04-01'))).toBe(1_500)
  }))
