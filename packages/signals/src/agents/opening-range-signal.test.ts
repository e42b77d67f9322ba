import { describe, expect, it } from 'vitest'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { OPENING_RANGE_AGENT } from '../registry/definitions/opening-range-agent.ts'
import { GuardedAgent } from './guarded-agent.ts'
import { OpeningRangeSignal } from './opening-range-signal.ts'
import { minuteAt } from './testing/minutes.ts'

const opensAt = istInstant(istDate('2026-11-19'), 9, 15)

/** Fifteen minutes between 24,990 and 25,010: a range of 20 points. */
const range = Array.from({ length: 15 }, (_, i) =>
  minuteAt(opensAt, i, i % 2 ? 25_010 : 24_990, i % 2 ? 24_990 : 25_010),
)

function after(...minutes: readonly Candle[]): OpeningRangeSignal {
  const agent = new OpeningRangeSignal(OPENING_RANGE_AGENT.params)
  agent.startSession(opensAt)
  for (const one of minutes) agent.push(one)
  return agent
}

describe('the opening-range break', () => {
  // Range 24,990 to 25,010, width 20: 25,015 is 5 / 20 beyond it.
  it.each([
    [25_000, 0, 'neutral', 'inside'],
    [25_010, 0, 'neutral', 'inside'],
    [24_990, 0, 'neutral', 'inside'],
    [25_015, 0.25, 'bullish', 'break_up'],
    [25_030, 1, 'bullish', 'break_up'],
    [25_100, 1, 'bullish', 'break_up'],
    [24_980, -0.5, 'bearish', 'break_down'],
    [24_900, -1, 'bearish', 'break_down'],
  ] as const)('of a close at %d scores %d, %s', (close, score, bias, code) => {
    const agent = after(...range, minuteAt(opensAt, 15, 25_000, close))
    expect([agent.score, agent.strength, agent.bias]).toEqual([score, Math.abs(score), bias])
    expect(agent.asOf).toBe(opensAt + 16 * MINUTE_MS)
    expect(agent.explanation()).toMatchObject({
      reasons: [{ code, effect: score }],
      components: { rangeHigh: 25_010, rangeLow: 24_990 },
    })
    expect(agent.span).toBeUndefined()
  })

  it('names level, distance and widths of a break', () =>
    expect(after(...range, minuteAt(opensAt, 15, 25_000, 24_980)).explanation().reasons[0]!.message).toEqual({
      code: 'opening_range.break',
      direction: 'down',
      level: 24_990,
      beyond: 10,
      widths: 0.5,
      full: 1,
    }))

  it.each([
    ['before the first minute', [], 'range_forming', 15],
    ['after ten minutes', range.slice(0, 10), 'range_forming', 5],
    [
      'when a minute of it had no tick',
      [{ ...range[0]!, synthetic: true }, ...range.slice(1)],
      'range_unknown',
      undefined,
    ],
    ['when the session was joined in it', range.slice(4), 'range_unknown', undefined],
    ['when the session was joined later', [minuteAt(opensAt, 20, 25_000, 25_050)], 'range_unknown', undefined],
  ] as const)('is stale with its reason %s', (_when, minutes, code, left) => {
    const agent = after(...minutes)
    const [reason] = agent.explanation().reasons
    expect(reason).toMatchObject({ code, effect: 0 })
    if (left !== undefined) expect(reason!.message).toEqual({ code: 'opening_range.forming', left })
    expect([agent.bias, agent.strength]).toEqual(['neutral', 0])
    expect(new GuardedAgent(agent, 90_000).isStale((agent.asOf + 1) as EpochMs, false)).toBe(true)
  })

  it('has no score where the range has no width', () => {
    const flat = Array.from({ length: 15 }, (_, i) => minuteAt(opensAt, i, 25_000, 25_000))
    expect(after(...flat, minuteAt(opensAt, 15, 25_000, 25_050)).explanation().reasons[0]!.code).toBe('no_range')
  })

  it('forgets the range of the session before', () => {
    const agent = after(...range, minuteAt(opensAt, 15, 25_000, 25_030))
    agent.startSession(istInstant(istDate('2026-11-20'), 9, 15))
    expect([agent.bias, agent.strength]).toEqual(['neutral', 0])
    expect(agent.explanation().reasons[0]!.code).toBe('range_forming')
  })
})
