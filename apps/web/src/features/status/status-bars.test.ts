import { istDate } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { barsOf, uptimeText } from './status-bars.ts'

const day = (text: string, checks: number, failures: number) => ({ day: istDate(text), checks, failures })

describe('the bars', () => {
  it('are ninety, the last of them today, with a grade and a text each', () => {
    const bars = barsOf(
      [day('2026-11-18', 1440, 1), day('2026-11-19', 1440, 15), day('2026-11-20', 600, 0)],
      '2026-11-20',
    )
    expect(bars).toHaveLength(90)
    expect(bars[0]).toEqual({ day: '2026-08-23', grade: 'none', text: '2026-08-23: no checks' })
    expect(bars.slice(-3).map((bar) => bar.grade)).toEqual(['some', 'bad', 'good'])
    expect(bars.at(-2)?.text).toBe('2026-11-19: down in 15 of 1440 checks')
  })
})

it.each([
  [[], 'no checks yet'],
  [[day('2026-11-20', 1440, 0)], '100% uptime (1440 checks)'],
  [[day('2026-11-20', 100_000, 1)], '99.99% uptime (100000 checks)'],
] as const)('describes %j as %s', (days, text) => {
  expect(uptimeText([...days])).toBe(text)
})
