import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isStorable, MAX_FOREIGN_TEXT, storableText } from './storable-text.ts'

describe('a text from outside', () => {
  it.each([
    ['RMS:Blocked \u0000 margin', 'RMS:Blocked   margin'],
    ['two\nlines\u2028', 'two lines '],
    ['half \ud83d', 'half \ufffd'],
    ['whole 😀 ₹ क', 'whole 😀 ₹ क'],
    [`${'x'.repeat(MAX_FOREIGN_TEXT - 1)}😀`, `${'x'.repeat(MAX_FOREIGN_TEXT - 1)}\ufffd`],
  ])('%j is kept as %j', (text, stored) => expect(storableText(text)).toBe(stored))

  it('is storable once cleaned, whatever it was, and stays as it is when it was', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), fc.nat(600), (text, cut) => {
        const hostile = `${text.slice(0, cut)}\u0000${text}`
        for (const one of [text, hostile]) {
          const stored = storableText(one)
          expect(isStorable(stored)).toBe(true)
          expect(stored.length).toBeLessThanOrEqual(MAX_FOREIGN_TEXT)
          expect(storableText(stored)).toBe(stored)
          if (isStorable(one) && one.length <= MAX_FOREIGN_TEXT) expect(stored).toBe(one)
        }
        expect(isStorable(hostile)).toBe(false)
      }),
    ))
})
