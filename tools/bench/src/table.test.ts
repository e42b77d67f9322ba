import { expect, it } from 'vitest'
import { figureText, resultText } from './table.ts'

it.each<[value: number, text: string]>([
  [0, '0'],
  [0.123456, '0.123'],
  [0.00001, '0.0000'],
  [1.005, '1.00'],
  [12.345, '12.3'],
  [999.4, '999'],
  [1234.4, '1,234'],
  [2_345_678, '2,345,678'],
  [-12.34, '-12.3'],
])('%d is shown as %s', (value, text) => expect(figureText(value)).toBe(text))

it('sets figures below each other', () => {
  const text = resultText('demo', 'what it shows', {
    conditions: ['on nothing in particular'],
    rounds: 5,
    figures: [
      { name: 'short', unit: 'ms', value: { median: 1, min: 0.5, max: 2 } },
      { name: 'a longer name', unit: 'orders/s', value: { median: 12_345, min: 9_876, max: 20_000 } },
    ],
  })
  expect(text.split('\n')).toEqual([
    'demo: what it shows',
    '  on nothing in particular',
    '',
    '                 median of 5                min – max',
    '  short                 1.00 ms          0.500 – 2.00',
    '  a longer name       12,345 orders/s  9,876 – 20,000',
    '',
  ])
})
