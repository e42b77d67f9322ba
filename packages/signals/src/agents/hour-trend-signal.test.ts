import { describe, expect, it } from 'vitest'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { HOUR_TREND_AGENT } from '../registry/definitions/hour-trend-agent.ts'
import { GuardedAgent } from './guarded-agent.ts'
import { HourTrendSignal } from './hour-trend-signal.ts'
import { minuteAt, minutesThrough } from './testing/minutes.ts'

const opensAt = istInstant(istDate('2026-11-19'), 9, 15)

function after(minutes: readonly Candle[]): HourTrendSignal {
  const agent = new HourTrendSignal(HOUR_TREND_AGENT.params)
  agent.startSession()
  for (const one of minutes) agent.push(one)
  return agent
}

/** An hour from 25,000: `ups` minutes of +1 point, the others of -1. */
function hour(ups: number): Candle[] {
  let level = 25_000
  const closes = Array.from({ length: 60 }, (_, i) => (level += i < ups ? 1 : -1))
  return minutesThrough(opensAt, 25_000, closes)
}

describe('the trend of the hour', () => {
  // Sixty moves of one point: the deviation of their sum is √60 = 7.746.
  it.each([
    [30, 0, 'neutral', 'no_trend'],
    [34, 8 / Math.sqrt(60) / 2, 'bullish', 'trend_up'],
    [28, -4 / Math.sqrt(60) / 2, 'bearish', 'trend_down'],
    [37, 14 / Math.sqrt(60) / 2, 'bullish', 'trend_up'],
    [38, 1, 'bullish', 'trend_up'],
    [0, -1, 'bearish', 'trend_down'],
  ] as const)('of %d rising minutes of sixty scores %d, %s', (ups, score, bias, code) => {
    const agent = after(hour(ups))
    expect(agent.score).toBeCloseTo(score, 12)
    expect([agent.bias, agent.strength]).toEqual([bias, Math.abs(agent.score)])
    expect(agent.asOf).toBe(opensAt + 60 * MINUTE_MS)
    expect(agent.explanation().reasons).toMatchObject([{ code, effect: agent.score }])
    expect(agent.explanation().components!['deviations']).toBeCloseTo((2 * ups - 60) / Math.sqrt(60), 12)
    expect(agent.span).toBeUndefined()
  })

  it('lets the oldest minute go: after sixty more, only those count', () => {
    const later = Array.from({ length: 60 }, (_, i) => minuteAt(opensAt, 60 + i, 25_060 - i, 25_059 - i))
    const agent = after([...hour(60), ...later])
    const { reasons, components } = agent.explanation()
    expect(reasons[0]!.message).toMatchObject({ direction: 'down', move: 60 })
    expect(components!['deviations']).toBeCloseTo(-60 / Math.sqrt(60), 12)
  })

  it('counts the gap between two bars, and no gap of the night', () => {
    const minutes = [minuteAt(opensAt, 0, 25_000, 25_000), minuteAt(opensAt, 1, 25_007, 25_007), ...hour(30).slice(2)]
    expect(after(minutes).explanation().components!['move']).toBeCloseTo(0, 12)
    const silent = minuteAt(opensAt, 0, 24_500, 24_500, { synthetic: true })
    const from = Array.from({ length: 60 }, (_, i) => minuteAt(opensAt, i + 1, 25_000 + i, 25_001 + i))
    expect(after([silent, ...from]).explanation().components!['move']).toBe(60)
  })

  it.each([
    ['in the first hour', hour(40).slice(0, 59), 59],
    ['before the first tick', [minuteAt(opensAt, 0, 24_500, 24_500, { synthetic: true })], 0],
  ] as const)('is stale with its reason %s', (_when, minutes, known) => {
    const agent = after(minutes)
    expect([agent.bias, agent.strength]).toEqual(['neutral', 0])
    expect(agent.explanation().reasons).toMatchObject([
      { code: 'warm_up', message: { code: 'hour.warm_up', known, needed: 60 }, effect: 0 },
    ])
    expect(new GuardedAgent(agent, 90_000).isStale((agent.asOf + 1) as EpochMs, false)).toBe(true)
  })

  it('has no score of an index that did not move', () =>
    expect(after(minutesThrough(opensAt, 25_000, Array<number>(60).fill(25_000))).explanation().reasons[0]!.code).toBe(
      'no_range',
    ))
})
