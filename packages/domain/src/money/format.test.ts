import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatDecimal,
  formatLakh,
  formatPrice,
  formatRupees,
  formatSignedDecimal,
  formatSignedRupees,
  formatWholeRupees,
  groupIndian,
  MINUS,
} from './format.ts'
import { paise, type Paise } from './paise.ts'

const amount = fc.maxSafeInteger().map(paise)

describe('money as text', () => {
  it.each<[number, string, string]>([
    [0, '₹0.00', '₹0.00'],
    [5, '₹0.05', '+₹0.05'],
    [12_345, '₹123.45', '+₹123.45'],
    [100_000, '₹1,000.00', '+₹1,000.00'],
    [12_345_678, '₹1,23,456.78', '+₹1,23,456.78'],
    [123_456_789_00, '₹12,34,56,789.00', '+₹12,34,56,789.00'],
    [-25_000, '−₹250.00', '−₹250.00'],
  ])('%d paise: %s, signed %s', (value, plain, signed) => {
    expect(formatRupees(paise(value))).toBe(plain)
    expect(formatSignedRupees(paise(value))).toBe(signed)
    expect(formatPrice(paise(value))).toBe(plain.replace('₹', ''))
  })

  it('drops the decimals of whole rupees only', () => {
    expect(formatWholeRupees(paise(4_400_000))).toBe('₹44,000')
    expect(formatWholeRupees(paise(4_400_050))).toBe('₹44,000.50')
  })

  it('can be read back', () =>
    fc.assert(
      fc.property(amount, (value) => {
        expect(Number(formatRupees(value).replaceAll(/[₹,.]/g, '').replace(MINUS, '-'))).toBe(value + 0)
      }),
    ))

  it('groups as India does, whatever the machine’s own locale', () =>
    fc.assert(
      fc.property(fc.maxSafeInteger(), (whole) => {
        expect(groupIndian(whole)).toBe(whole.toLocaleString('en-IN').replace('-', MINUS))
      }),
    ))

  it('refuses fractions of a paisa', () => expect(() => formatRupees(0.5 as Paise)).toThrow(RangeError))
})

it.each([
  [-1.256, 2, '−1.26', '−1.26'],
  [1.256, 2, '1.26', '+1.26'],
  [-0.001, 2, '0.00', '0.00'],
  [0.001, 2, '0.00', '0.00'],
  [0, 1, '0.0', '0.0'],
  [-1e5, 0, '−100000', '−100000'],
])('%d with %d decimals: %s, signed %s', (value, digits, plain, signed) => {
  expect(formatDecimal(value, digits)).toBe(plain)
  expect(formatSignedDecimal(value, digits)).toBe(signed)
})

it('writes no hyphen before any figure', () =>
  fc.assert(
    fc.property(fc.integer(), (value) => {
      const texts = [
        formatRupees(paise(value)),
        formatSignedRupees(paise(value)),
        formatPrice(paise(value)),
        formatWholeRupees(paise(value)),
        formatLakh(value),
        groupIndian(value),
        formatDecimal(value / 100, 2),
        formatSignedDecimal(value / 100, 2),
      ]
      expect(texts.join(' ')).not.toContain('-')
    }),
  ))

describe('open interest in lakhs', () =>
  it.each([
    [0, '0.00L'],
    [123_456, '1.23L'],
    [99_500, '1.00L'],
    [1_000, '0.01L'],
    [499, '0.00L'],
    [15_000_000, '150.00L'],
    [-123_456, '−1.23L'],
  ])('%d units: %s', (units, text) => expect(formatLakh(units)).toBe(text)))
