import { expect, it } from 'vitest'
import { tickerMessageOf } from './ticker-message.ts'

it.each([
  ['{"a":"subscribe","v":[256265,260105]}', { kind: 'subscribe', tokens: [256265, 260105] }],
  ['{"a":"unsubscribe","v":[256265]}', { kind: 'unsubscribe', tokens: [256265] }],
  ['{"a":"mode","v":["full",[256265]]}', { kind: 'mode', mode: 'full', tokens: [256265] }],
  // Tokens sent as text are left out without a word.
  ['{"a":"subscribe","v":["256265",1.5,260105]}', { kind: 'subscribe', tokens: [260105] }],
  ['{"a":"mode","v":["everything",[256265]]}', undefined],
  ['{"a":"order","v":[]}', undefined],
  ['{"a":"subscribe"', undefined],
  ['null', undefined],
])('reads %s', (text, expected) => {
  expect(tickerMessageOf(text)).toEqual(expected)
})
