import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import type { NoTradeRun } from '@strikewise/wire/market.ts'
import { expect, it } from 'vitest'
import { barsOfSpan, noTradeSpans } from './no-trade-spans.ts'

const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00+05:30`)
const run = (first: string, last: string): NoTradeRun => ({
  code: 'score_low',
  text: 'Score',
  message: { code: 'legacy.text', params: { text: 'Score' } },
  first: `2026-11-20T${first}:00+05:30`,
  last: `2026-11-20T${last}:00+05:30`,
  minutes: 1,
})

it('names the bars that end with the minutes of a run', () => {
  expect(noTradeSpans([run('10:01', '10:03'), run('10:05', '10:05')], 1)).toEqual([
    { from: at('10:00'), to: at('10:02') },
    { from: at('10:04'), to: at('10:04') },
  ])
})

it('gives a bar that holds two runs to the first one, and drops a run without a bar of its own', () => {
  expect(noTradeSpans([run('10:01', '10:07'), run('10:08', '10:09'), run('10:10', '10:14')], 5)).toEqual([
    { from: at('10:00'), to: at('10:05') },
    { from: at('10:10'), to: at('10:10') },
  ])
})

it('counts the bars of a span among those drawn, of which some may be missing', () => {
  const bars = ['10:00', '10:01', '10:04', '10:05'].map((clock) => ({ time: at(clock) }))
  expect(barsOfSpan(bars, { from: at('10:01'), to: at('10:04') })).toEqual({ from: 1, to: 2 })
  expect(barsOfSpan(bars, { from: at('10:00'), to: at('10:09') })).toEqual({ from: 0, to: 3 })
  expect(barsOfSpan(bars, { from: at('10:02'), to: at('10:03') })).toBeUndefined()
  expect(barsOfSpan([], { from: 0, to: at('10:03') + MINUTE_MS })).toBeUndefined()
})
