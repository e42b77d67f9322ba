import { describe, expect, it } from 'vitest'
import type { Bar } from '../indicators/bar.ts'
import { fixtureF1 } from '../indicators/testing/fixture-f1.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { directionAfter, type AgentExplanation } from './agent-output.ts'
import { CandleSignal } from './candle-signal.ts'
import { FiveMinuteIndicators } from './five-minute-indicators.ts'
import { IndicatorSignal } from './indicator-signal.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { SidewaysSignal } from './sideways-signal.ts'

const opensAt = istInstant(istDate('2026-11-20'), 9, 15)
const endOf = (i: number) => (opensAt + (i + 1) * 5 * MINUTE_MS) as EpochMs

function agents() {
  const fiveMinute = new FiveMinuteIndicators(SIGNAL_PARAMS.sideways.rangeBars)
  return {
    fiveMinute,
    candle: new CandleSignal(SIGNAL_PARAMS.candle),
    indicator: new IndicatorSignal(SIGNAL_PARAMS.indicator, fiveMinute),
    sideways: new SidewaysSignal(SIGNAL_PARAMS.sideways, fiveMinute),
  }
}

function push(set: ReturnType<typeof agents>, bars: readonly Bar[], volumeRatio = Number.NaN) {
  bars.forEach((bar, i) => {
    if (i % 3 === 2) set.fiveMinute.push15({ ...bar, sessionStart: i === 2 })
    set.fiveMinute.push(bar)
    set.candle.push(bar, endOf(i), set.fiveMinute, volumeRatio)
    set.indicator.update(endOf(i), { source: 'time-weighted', price: bar.close, vwap: 25_100 })
    set.sideways.update(endOf(i), undefined)
  })
  return set
}

const effects = (explanation: AgentExplanation) => explanation.reasons.reduce((sum, reason) => sum + reason.effect, 0)

describe('sideways detector on fixture F1', () => {
  it.each([
    [119, 'trend_down', 0.1805],
    [59, 'transition', 0.25],
    [100, 'trend_up', 0.4246],
  ] as const)('bars 0 to %d: %s, strength %d', (last, regime, strength) => {
    const { sideways } = push(agents(), fixtureF1().slice(0, last + 1))
    expect(sideways.regime).toBe(regime)
    expect(sideways.strength).toBeCloseTo(strength, 4)
  })

  it('is neutral and reports it before 60 bars', () => {
    const { sideways, indicator } = push(agents(), fixtureF1().slice(0, 59))
    expect([sideways.bias, sideways.explanation().reasons[0]!.code]).toEqual(['neutral', 'warm_up'])
    expect([indicator.bias, indicator.explanation().reasons[0]!.code]).toEqual(['neutral', 'warm_up'])
  })
})

describe('every bar agent', () => {
  it('has reasons whose effects add up to its signed score, on every bar', () => {
    const set = agents()
    for (const [i, bar] of fixtureF1().entries()) {
      if (i % 3 === 2) set.fiveMinute.push15({ ...bar, sessionStart: i === 2 })
      set.fiveMinute.push(bar)
      set.candle.push(bar, endOf(i), set.fiveMinute, 1)
      set.indicator.update(endOf(i), { source: 'time-weighted', price: bar.close, vwap: 25_100 })
      set.sideways.update(endOf(i), undefined)
      for (const agent of [set.candle, set.indicator, set.sideways]) {
        const sign = agent.bias === 'bullish' ? 1 : agent.bias === 'bearish' ? -1 : 0
        expect(effects(agent.explanation())).toBeCloseTo(sign * agent.strength, 10)
        expect(agent.strength).toBeLessThanOrEqual(1)
      }
    }
  })

  it('reports the same of a bar whether or not more bars follow', () => {
    const bars = fixtureF1()
    const outputs: string[] = []
    const whole = agents()
    const read = (set: ReturnType<typeof agents>) =>
      JSON.stringify(
        [set.candle, set.indicator, set.sideways].map((agent) => [agent.bias, agent.strength, agent.explanation()]),
      )
    bars.forEach((_, i) => {
      outputs.push(read(push(agents(), bars.slice(0, i + 1))))
    })
    bars.forEach((bar, i) => {
      if (i % 3 === 2) whole.fiveMinute.push15({ ...bar, sessionStart: i === 2 })
      whole.fiveMinute.push(bar)
      whole.candle.push(bar, endOf(i), whole.fiveMinute, Number.NaN)
      whole.indicator.update(endOf(i), { source: 'time-weighted', price: bar.close, vwap: 25_100 })
      whole.sideways.update(endOf(i), undefined)
      expect(read(whole)).toBe(outputs[i])
    })
  })
})

describe('hysteresis', () => {
  it.each([
    [0, 0.44, 0],
    [0, 0.45, 1],
    [1, 0.2, 1],
    [1, 0.19, 0],
    [1, -0.3, 0],
    [1, -0.45, -1],
    [-1, -0.2, -1],
    [-1, 0.1, 0],
  ] as const)('after %d a score of %d leaves %d', (before, score, after) =>
    expect(directionAfter(before, score, 0.45, 0.2)).toBe(after),
  )
})

describe('candle agent', () => {
  /** Falling bars, so that a bullish reversal has something to reverse. */
  const falling: Bar[] = Array.from({ length: 40 }, (_, i) => {
    const open = 25_000 - 5 * i
    return { open, high: open + 4, low: open - 9, close: open - 5, volume: 0, sessionStart: i === 0 }
  })
  const engulfing: Bar = { open: 24_798, high: 24_812, low: 24_796, close: 24_811, volume: 0, sessionStart: false }
  const next = (close: number): Bar => ({
    open: engulfing.close,
    high: Math.max(engulfing.close, close) + 4,
    low: Math.min(engulfing.close, close) - 4,
    close,
    volume: 0,
    sessionStart: false,
  })

  it('scores quality × context × size × volume', () => {
    const { candle } = push(agents(), [...falling, engulfing])
    expect(candle.score).toBeCloseTo(0.6 * 1 * 1 * 0.9, 10)
    expect([candle.bias, candle.explanation().reasons[0]!.code]).toEqual(['bullish', 'engulfing'])
  })

  it('counts a busy bar more, a quiet one less', () => {
    expect(push(agents(), [...falling, engulfing], 1.3).candle.score).toBeCloseTo(0.6 * 1.15, 10)
    expect(push(agents(), [...falling, engulfing], 0.5).candle.score).toBeCloseTo(0.6 * 0.8, 10)
  })

  it('ages by 0.6 a bar and is confirmed by a close beyond its high, as a record of its own', () => {
    const set = push(agents(), [...falling, engulfing, next(24_820)])
    expect(set.candle.score).toBeCloseTo(0.54 * 0.6 * 1.5, 10)
    const mine = set.candle.records.filter((r) =>
      r.kind === 'seen' ? r.pattern === 'engulfing' : r.of.pattern === 'engulfing',
    )
    expect(mine.map((record) => record.kind)).toEqual(['seen', 'confirmed'])
    expect(mine[0]).toMatchObject({ score: 0.54, high: 24_812 })
  })

  it('is cancelled by a close beyond the other extreme', () => {
    const { candle } = push(agents(), [...falling, engulfing, next(24_780)])
    expect(candle.records.map((record) => record.kind)).toContain('cancelled')
    expect(candle.bias).not.toBe('bullish')
  })

  it('forgets yesterday', () => {
    const open: Bar = { ...next(24_811), sessionStart: true }
    expect(
      push(agents(), [...falling, engulfing, open]).candle.records.filter(
        (r) => r.kind === 'seen' && r.pattern === 'engulfing',
      ),
    ).toEqual([])
  })
})
