import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { readChartDay } from './chart-day.ts'

const TODAY = '2026-11-20' as IstDate

it('reads a past day from the address, and nothing else', () => {
  expect(readChartDay('2026-11-19', TODAY)).toBe('2026-11-19')
  for (const text of [undefined, '', '2026-11-20', '2026-11-21', '2026-02-30', '2026-13-01', '19 Nov', '2026-11-19x'])
    expect(readChartDay(text, TODAY)).toBeUndefined()
})
