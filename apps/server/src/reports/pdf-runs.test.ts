import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitted, runsOf, wrapped } from './pdf-runs.ts'

it('writes Devanagari words and the spaces between them with one font, everything else with the other', () => {
  expect(runsOf('NIFTY: शुल्क के बाद +₹1.50')).toEqual([
    { text: 'NIFTY: ', script: 'latin' },
    { text: 'शुल्क के बाद', script: 'devanagari' },
    { text: ' +₹1.50', script: 'latin' },
  ])
  expect(runsOf('')).toEqual([])
})

const words = fc.array(fc.constantFrom('स्टॉप', 'शुल्क', 'NIFTY', '₹1,234.50', '24500', 'CE', 'क्ष'), { minLength: 1 })

it('loses no character between the fonts', () =>
  fc.assert(
    fc.property(words, (some) => {
      const text = some.join(' ')
      const runs = runsOf(text)
      expect(runs.map((run) => run.text).join('')).toBe(text)
      for (const { text: own, script } of runs) expect(/[\u0900-\u097F]/.test(own)).toBe(script === 'devanagari')
    }),
  ))

it('cuts a text that does not fit between letters, never between a letter and its signs', () => {
  const letters = ['स्टॉ', 'प', ' ', 'ल', 'गा']
  const short = (max: number) => (text: string) => Array.from(text).length <= max
  expect(fitted(letters.join(''), short(99))).toBe('स्टॉप लगा')
  expect(fitted(letters.join(''), short(5))).toBe('स्टॉ…')
  expect(fitted(letters.join(''), short(7))).toBe('स्टॉप…')
})

it('breaks lines between words and keeps each word', () =>
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 30 }), (some, max) => {
      const text = some.join(' ')
      const lines = wrapped(text, (line) => line.length <= max)
      expect(lines.join(' ')).toBe(text)
      for (const line of lines) expect(line.length <= max || !line.includes(' ')).toBe(true)
    }),
  ))
