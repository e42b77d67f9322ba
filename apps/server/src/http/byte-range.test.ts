import { expect, it } from 'vitest'
import { byteRange } from './byte-range.ts'

it.each([
  [undefined, undefined],
  ['', undefined],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=10-', { from: 10, to: 99 }],
  ['bytes=10-1000', { from: 10, to: 99 }],
  ['bytes=-5', { from: 95, to: 99 }],
  ['bytes=-500', { from: 0, to: 99 }],
  ['bytes=100-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=9-5', undefined],
  ['bytes=0-1,5-9', undefined],
  ['bytes=-', undefined],
  ['lines=0-1', undefined],
  [`bytes=${'9'.repeat(400)}-`, undefined],
])('reads %j of 100 bytes', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range)
})
