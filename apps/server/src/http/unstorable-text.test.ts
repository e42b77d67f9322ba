import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unstorableText } from './unstorable-text.ts'

describe('textFault', () => {
  it.each([
    ['NUL', { name: 'a\u0000b' }, 'name'],
    ['a lone surrogate', { name: 'a\ud800' }, 'name'],
    ['a line break in a line', { name: 'a\nb' }, 'name'],
    ['a line separator', { name: 'a\u2028b' }, 'name'],
    ['DEL', { name: 'a\u007fb' }, 'name'],
    ['a control character deep inside', { rows: [{ ok: 'x' }, { text: '\u0007' }] }, 'rows.1.text'],
    ['NUL where breaks are allowed', { text: 'a\u0000' }, 'text'],
    ['a break below a field that may hold breaks', { text: { inner: 'a\nb' } }, 'text.inner'],
    ['a name of a field', { ['a\u0000']: 1 }, 'a\uFFFD'],
  ])('refuses %s', (_, value, field) => {
    expect(unstorableText(value, ['text'])?.field).toBe(field)
  })

  it('lets tabs and line breaks pass where they are allowed', () => {
    expect(unstorableText({ text: 'a\tb\r\nc' }, ['text'])).toBeUndefined()
  })

  it('lets every printable text pass', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/[\p{Cc}\u2028\u2029]/u.test(text))
        expect(unstorableText({ text: [text] })).toBeUndefined()
      }),
    )
  })
})
