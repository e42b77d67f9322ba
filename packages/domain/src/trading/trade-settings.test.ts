import { describe, expect, it } from 'vitest'
import { estimateFunds, estimateTotal } from './fund-estimate.ts'
import { defaultStrategy, lotsError, slBufferError, truncatedField } from './trade-settings.ts'

describe('the fields of the trade settings', () => {
  it.each([
    ['', 'Required'],
    ['  ', 'Required'],
    ['abc', 'Required'],
    [Number.NaN, 'Required'],
    ['1.5', 'Must be a whole number'],
    [0.5, 'Must be a whole number'],
    ['0', 'Must be at least 1'],
    ['-3', 'Must be at least 1'],
    ['1', null],
    [27, null],
  ])('lots %j: %s', (typed, error) => expect(lotsError(typed)).toBe(error))

  it.each([
    ['', 'Required'],
    ['ten', 'Required'],
    ['2.5', 'Must be a whole number'],
    ['-1', 'Cannot be negative'],
    ['0', null],
    [10, null],
  ])('sl_buffer %j: %s', (typed, error) => expect(slBufferError(typed)).toBe(error))

  it.each([
    ['2.9', 2],
    [-0.5, 0],
    ['', 0],
    ['7', 7],
  ])('stores %j as %d', (typed, stored) => expect(truncatedField(typed)).toBe(stored))

  it('starts unarmed', () =>
    expect(defaultStrategy('NIFTY')).toEqual({
      symbol: 'NIFTY',
      lots: 0,
      autoExecute: false,
      trailing: false,
      slBuffer: 10,
    }))
})

describe('the fund estimate', () => {
  it.each([
    ['NIFTY', 1, 18_750],
    ['NIFTY', 3, 56_250],
    ['BANKNIFTY', 1, 28_000],
    ['NIFTY', 0, 0],
    ['NIFTY', -1, 0],
    ['NIFTY', 1.5, 0],
    ['BANKNIFTY', Number.NaN, 0],
  ] as const)('for %s and %d lots is %d rupees', (symbol, lots, rupees) =>
    expect(estimateFunds(symbol, lots)).toBe(rupees * 100),
  )

  it('totals the rows', () =>
    expect(
      estimateTotal([
        { symbol: 'NIFTY', lots: 2 },
        { symbol: 'BANKNIFTY', lots: 1 },
        { symbol: 'BANKNIFTY', lots: Number.NaN },
      ]),
    ).toBe(6_550_000))
})
