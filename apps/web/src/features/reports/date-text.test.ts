import { expect, it } from 'vitest'
import { shortAmount } from './date-text.ts'

it.each([
  [0, '0'],
  [633.55, '+634'],
  [-999.4, '−999'],
  [999.6, '+1.0k'],
  [-1234, '−1.2k'],
  [99_949, '+99.9k'],
  [99_950, '+1.0L'],
  [-345_678, '−3.5L'],
])('%d fits as %s', (rupees, text) => expect(shortAmount(rupees)).toBe(text))
