import { expect, it } from 'vitest'
import { biasBadge } from './bias-badge.ts'

it.each([
  ['bullish', 'Bullish', 'up'],
  ['bearish', 'Bearish', 'down'],
  ['neutral', 'Neutral', 'warn'],
  ['unblocked', 'Unblocked', 'info'],
  ['blocked', 'Blocked', 'quiet'],
  ['sideways', 'Sideways', 'quiet'],
  ['BULLISH', 'BULLISH', 'up'],
  [undefined, 'N/A', 'quiet'],
  ['', 'N/A', 'quiet'],
])('%s', (bias, text, tone) => expect(biasBadge(bias)).toEqual({ text, tone }))
