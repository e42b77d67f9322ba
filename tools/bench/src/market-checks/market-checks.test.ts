import { describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'
import { runChecks } from './run-checks.ts'
import type { Check, ReferenceValue } from './table/check.ts'
import { tableText } from './table/print.ts'
import { figureOf, verdictOf } from './table/verdict.ts'
import type { SessionFacts } from './facts/session-facts.ts'

/** Two sessions show nothing of a day's range; what is checked every minute must be right already. */
const SOON_RIGHT = [
  'snapshots a minute apart with other open interest',
  'gross change of open interest in 15 minutes',
  'best quantity at the money, median',
  'spread at the money, median',
  'volatility of call against put, median gap',
  'smile against a parabola, median error',
  'doji strict',
]

describe('the table over two sessions', { timeout: 300_000 }, async () => {
  const days: number[] = []
  const rows = await runChecks({ seed: 'two', days: 2, data: undefined }, (done) => days.push(done))

  it('has every row of both indices, with figures of the same sessions', () => {
    expect(days).toEqual([1, 2])
    const names = (symbol: string) => rows.filter((row) => row.symbol === symbol).map(({ name }) => name)
    expect(new Set(names('NIFTY')).size).toBe(names('NIFTY').length)
    expect(names('BANKNIFTY')).toEqual(
      expect.arrayContaining(['correlation with NIFTY', 'entries by chance, net', 'spikes a day']),
    )
    const known = rows.filter(({ simulated }) => Number.isFinite(simulated.value))
    expect(known.length).toBeGreaterThan(0.95 * rows.length)
    for (const { simulated } of known) expect(simulated.high).toBeGreaterThanOrEqual(simulated.low)
  })

  it.each(SOON_RIGHT)('%s lies where it is stated', (name) => {
    for (const row of rows.filter((one) => one.name === name))
      expect([row.symbol, row.verdict]).not.toContain('outside')
  })

  it('is shown with its ranges, and published figures stand for records that are not there', () => {
    const text = tableText(rows)
    expect(text).toMatch(/Allowed either way: \d+\.\d errors/)
    expect(text).toMatch(/snapshots a minute apart with other open interest, % +[\d.]+ .*26\.0 … 31\.0 +\(26 to 31\)/)
    for (const row of rows.filter(({ verdict }) => verdict === 'outside'))
      expect(text).toContain(`outside: ${row.symbol}, ${row.name} (${row.stated.source})`)
  })
})

const stated: ReferenceValue = { low: 1, high: 2, recorded: '1.5', source: 'a test' }
it.each([
  ['a figure in the range', { value: 1.2, low: 0, high: 3 }, 'inside'],
  ['one whose interval reaches it', { value: 0.9, low: 0.7, high: 1.1 }, 'within error'],
  ['one whose interval does not', { value: 0.8, low: 0.7, high: 0.9 }, 'outside'],
  ['one that could not be taken', { value: Number.NaN, low: Number.NaN, high: Number.NaN }, 'outside'],
])('judges %s', (_what, figure, verdict) => expect(verdictOf(figure, stated)).toBe(verdict))

it('draws whole sessions for the interval, the same ones for the same seed', () => {
  const check = {
    name: 'range',
    of: (sessions: readonly SessionFacts[]) =>
      sessions.reduce((sum, { index }) => sum + index.rangePct, 0) / sessions.length,
  } as Check
  const sessions = Array.from({ length: 40 }, (_, i) => ({ index: { rangePct: i % 4 } }) as SessionFacts)
  const figure = figureOf(check, sessions, 'seed', 3)
  expect(figure.value).toBe(1.5)
  expect(figure.low).toBeCloseTo(1.5 - 3 * figure.error, 12)
  expect(figure.high).toBeCloseTo(1.5 + 3 * figure.error, 12)
  expect(figure.error).toBeGreaterThan(0)
  expect(figureOf(check, sessions, 'seed', 3)).toEqual(figure)
})

it.each([
  ['an unknown option', ['--dayz', '1'], "Unknown option '--dayz'"],
  ['no sessions', ['--days', '0'], '--days must be a whole number of at least 1, not "0"'],
  ['records that are not there', ['--data', '/nowhere'], '--data: there is no folder /nowhere'],
])('a command line with %s is refused', (_what, args, reason) => expect(() => readOptions(args)).toThrow(reason))
