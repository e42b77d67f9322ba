import { expect, it } from 'vitest'
import { railOf } from './rail.ts'

it.each([
  ['the price between stop and target', { entry: 100, stop: 80, target: 160, last: 120 }, { entry: 25, last: 50 }],
  ['a price below the stop, at its end', { entry: 100, stop: 80, target: 160, last: 70 }, { entry: 25, last: 0 }],
  ['a price above the target, at its end', { entry: 100, stop: 80, target: 160, last: 170 }, { entry: 25, last: 100 }],
  ['no price yet', { entry: 100, stop: 80, target: 160, last: undefined }, { entry: 25, last: undefined }],
  ['neither stop nor target', { entry: 100, stop: undefined, target: undefined, last: 100 }, { entry: 50, last: 50 }],
  ['a stop above the entry', { entry: 100, stop: 120, target: 160, last: 140 }, { entry: 0, last: 50 }],
  ['a stop at the target', { entry: 100, stop: 160, target: 160, last: 160 }, { entry: 50, last: 50 }],
])('draws %s', (_what, prices, rail) => {
  expect(railOf(prices)).toEqual(rail)
})
