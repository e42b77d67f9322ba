import { seededNumbers } from '@strikewise/domain/statistics/seeded-numbers.ts'
import { addDays, istDate } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { judgeRules, type JudgedEntry } from './judge-rules.ts'
import { RULE_VARIANTS } from './rule-variants.ts'

const NAMES = Object.keys(RULE_VARIANTS)

/** Entries of 200 days; each variant differs from the product's own result by noise and, one of them, by `gain`. */
function entriesWith(gain: number, of = NAMES.indexOf('target 3 R')): JudgedEntry[] {
  const random = seededNumbers(3)
  return Array.from({ length: 400 }, (_, i) => {
    const r = 2 * random() - 1
    const variants = NAMES.map((_name, v) => r + (random() - 0.5) + (v === of ? gain : 0))
    return { symbol: i % 2 === 0 ? 'NIFTY' : 'BANKNIFTY', day: addDays(istDate('2022-01-03'), i >> 1), r, variants }
  })
}

it('finds a rule that gains in both indices, and names the largest gain first', () => {
  const { found, gains, entries, sessions } = judgeRules(entriesWith(0.2))
  expect(found).toMatchObject({ name: 'target 3 R', entries: 400 })
  expect(gains[0]!.name).toBe('target 3 R')
  expect([entries, sessions]).toEqual([400, 200])
})

it('finds nothing among rules that bring the same, also where one interval alone would not hold zero', () => {
  const { found, gains } = judgeRules(entriesWith(0.033))
  expect(gains.some(({ gain }) => gain.low > 0)).toBe(true)
  expect(found).toBeUndefined()
})

it('finds nothing that gains in one index alone', () => {
  const entries = entriesWith(0.6).map((entry) =>
    entry.symbol === 'NIFTY' ? entry : { ...entry, variants: entry.variants.map((r) => r! - 0.7) },
  )
  expect(judgeRules(entries).found).toBeUndefined()
})

it('leaves entries out whose order did not fill under a rule', () => {
  const entries = entriesWith(0).map((entry, i) => (i < 100 ? { ...entry, variants: NAMES.map(() => null) } : entry))
  expect(judgeRules(entries).gains.every((one) => one.entries === 300)).toBe(true)
})
