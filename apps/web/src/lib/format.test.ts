import { expect, it } from 'vitest'
import { priceText, rupeesText, signedRupeesText, signedText, wholeRupeesText } from './format.ts'

it.each([
  [priceText(2451235.5), '24,51,235.50'],
  [priceText(0.1 + 0.2), '0.30'],
  [rupeesText(182.3), '₹182.30'],
  [rupeesText(-85.5), '−₹85.50'],
  [signedRupeesText(1200), '+₹1,200.00'],
  [signedRupeesText(0), '₹0.00'],
  [signedText(12.3), '+12.30'],
  [signedText(-0.45), '−0.45'],
  [signedText(0.001), '0.00'],
  [wholeRupeesText(37500.4), '₹37,500'],
])('%s', (text, expected) => expect(text).toBe(expected))
