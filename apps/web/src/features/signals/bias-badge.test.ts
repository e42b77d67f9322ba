import { expect, it } from 'vitest'
import { biasTone } from './bias-badge.ts'

it.each([
  ['bullish', 'up'],
  ['bearish', 'down'],
  ['neutral', 'warn'],
  ['unblocked', 'info'],
  ['blocked', 'quiet'],
  ['sideways', 'quiet'],
  ['BULLISH', 'up'],
  [undefined, 'quiet'],
  ['', 'quiet'],
])('%s', (bias, tone) => expect(biasTone(bias)).toBe(tone))
