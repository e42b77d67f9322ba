import { describe, expect, it } from 'vitest'
import { estimateFunds, estimateTotal } from './fund-estimate.ts'
import { defaultStrategy, lotsProblem, slBufferProblem, truncatedField } from './trade-settings.ts'

describe('the fields of the trade settings', () => {
  it.each([
    ['', { code: 'field.required' }],
    ['  ', { code: 'field.required' }],
    ['abc', { code: 'field.required' }],
    [Number.NaN, { code: 'field.required' }],
    ['1.5', { code: 'field.whole_number' }],
    [0.5, { code: 'field.whole_number' }],
    ['0', { code: 'field.min', min: 1 }],
    ['-3', { code: 'field.min', min: 1 }],
    ['1', undefined],
    [27, undefined],
    ['1000', undefined],
    ['1001', { code: 'field.max', max: 1000 }],
  ])('lots %j: %o', (typed, problem) => expect(lotsProblem(typed)).toEqual(problem))

  it.each([
    ['', { code: 'field.required' }],
    ['ten', { code: 'field.required' }],
    ['2.5', { code: 'field.whole_number' }],
    ['-1', { code: 'field.not_negative' }],
    ['0', undefined],
    [10, undefined],
    [1001, { code: 'field.max', max: 1000 }],
  ])('sl_buffer %j: %o', (typed, problem) => expect(slBufferProblem(typed)).toEqual(problem))

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
      approvalSeconds: null,
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
