import { describe, expect, it } from 'vitest'
import { IndexBars } from '../decision/index-bars.ts'
import type { Decision } from '../decision/decision.ts'
import type { DecisionInputs } from '../decision/decision-inputs.ts'
import { SymbolPipeline } from '../decision/symbol-pipeline.ts'
import { optionLadder, walkDay } from '../decision/testing/modelled-day.ts'
import { hasRecording, recordedMinutes } from '@strikewise/domain/market/testing/recorded-bars.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { DayMomentumSignal } from './day-momentum-signal.ts'
import { DAY_MOMENTUM_AGENT } from '../registry/definitions/day-momentum-agent.ts'
import { FiveMinuteIndicators } from './five-minute-indicators.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { VOTERS } from '../registry/registry.ts'

const { name, params } = DAY_MOMENTUM_AGENT
const YESTERDAY = istDate('2026-11-18')
const TODAY = istDate('2026-11-19')
const opensAt = istInstant(TODAY, 9, 15)
const p = (points: number) => Math.round(100 * points) as Paise

/** A board whose ATR is `range` points: bars that span as much, without gaps. */
function boardOf(range: number): FiveMinuteIndicators {
  const fiveMinute = new FiveMinuteIndicators(SIGNAL_PARAMS.sideways.rangeBars)
  for (let i = 0; i < 20; i += 1)
    fiveMinute.push({
      open: 100,
      high: 100 + range,
      low: 100,
      close: 100 + range / 2,
      volume: 0,
      sessionStart: i === 0,
    })
  return fiveMinute
}

const minute = (i: number, open: number, close: number, change: Partial<Candle> = {}): Candle => ({
  ...candle(
    (opensAt + i * MINUTE_MS) as EpochMs,
    p(open),
    p(Math.max(open, close)),
    p(Math.min(open, close)),
    p(close),
  ),
  ...change,
})

function after(fiveMinute: FiveMinuteIndicators, ...minutes: readonly Candle[]): DayMomentumSignal {
  const agent = new DayMomentumSignal(params, fiveMinute)
  agent.startSession(opensAt)
  for (const one of minutes) agent.push(one)
  return agent
}

describe('day momentum', () => {
  it.each([
    [0, 0, 'neutral', 'no_move'],
    [12, 12 / 60, 'bullish', 'move_up'],
    [-30, -0.5, 'bearish', 'move_down'],
    [60, 1, 'bullish', 'move_up'],
    [200, 1, 'bullish', 'move_up'],
    [-61, -1, 'bearish', 'move_down'],
  ] as const)('of %d points since the open at an ATR of 10 points scores %d, %s', (move, score, bias, code) => {
    const agent = after(boardOf(10), minute(0, 25_000, 25_003), minute(1, 25_003, 25_000 + move))
    expect(agent.score).toBeCloseTo(score, 12)
    expect([agent.bias, agent.asOf]).toEqual([bias, opensAt + 2 * MINUTE_MS])
    expect(agent.strength).toBe(Math.abs(agent.score))
    const [reason] = agent.explanation().reasons
    expect(reason).toMatchObject({ code, effect: agent.score })
    expect(agent.explanation().components).toMatchObject({ move: expect.closeTo(move, 9), atr: expect.closeTo(10, 9) })
  })

  it.each([
    ['the first minute had no tick', boardOf(10), [minute(0, 25_000, 25_000, { synthetic: true })], 'open_unknown'],
    ['the session was joined later', boardOf(10), [minute(3, 25_000, 25_040)], 'open_unknown'],
    ['too few bars are known', new FiveMinuteIndicators(12), [minute(0, 25_000, 25_040)], 'warm_up'],
    ['the market stands still', boardOf(0), [minute(0, 25_000, 25_040)], 'no_range'],
  ] as const)('is neutral and says why when %s', (_when, fiveMinute, minutes, code) => {
    const agent = after(fiveMinute, ...minutes)
    expect([agent.bias, agent.strength]).toEqual(['neutral', 0])
    expect(agent.explanation()).toMatchObject({ reasons: [{ code, effect: 0 }], components: {} })
  })

  it('forgets the session before: the gap of the night is no move since the open', () => {
    const agent = after(boardOf(10), minute(0, 25_000, 25_050))
    expect(agent.score).toBeGreaterThan(0)
    const next = istInstant(istDate('2026-11-20'), 9, 15)
    agent.startSession(next)
    expect([agent.bias, agent.strength]).toEqual(['neutral', 0])
    agent.push({ ...minute(0, 24_000, 23_995), start: next })
    expect(agent.score).toBeCloseTo(-5 / 60, 12)
  })
})

const FILE = 'bars/NIFTY_1m_2024.csv.gz'

describe.skipIf(!hasRecording(FILE))('on recorded bars (skipped: the shared recordings are not here)', () => {
  const minutes = hasRecording(FILE) ? recordedMinutes(FILE).slice(0, 375 * 4) : []
  /** What is reported after every minute, streamed bar by bar. */
  const outputsOf = (of: readonly Candle[]): string[] => {
    const bars = new IndexBars({ calendar: nseCalendar, params: SIGNAL_PARAMS, onCandle: undefined })
    const { agent } = bars.agents[name]
    return of.map((bar) => {
      bars.pushIndex(bar)
      return JSON.stringify([agent.bias, agent.strength, agent.asOf, agent.explanation()])
    })
  }
  const whole = outputsOf(minutes)

  it.each([1, 375, 376, 700, 1123, 1499])('what is reported of the first %d minutes never changes', (k) =>
    expect(outputsOf(minutes.slice(0, k))).toEqual(whole.slice(0, k)),
  )

  it('takes every side, and reaches full strength on some days', () => {
    const readings = whole.map((text) => JSON.parse(text) as [string, number])
    for (const side of ['bullish', 'bearish', 'neutral']) expect(readings.some(([bias]) => bias === side)).toBe(true)
    expect(readings.every(([, strength]) => strength >= 0 && strength <= 1)).toBe(true)
  })
})

describe('in the pipeline', () => {
  function rise(on: IstDate, count: number, base: number): Candle[] {
    const start = istInstant(on, 9, 15)
    return Array.from({ length: count }, (_, i) => {
      const [open, close] = [base + 0.5 * i, base + 0.5 * (i + 1)]
      return candle((start + i * MINUTE_MS) as EpochMs, p(open), p(close + 2), p(open - 2), p(close))
    })
  }
  const index = rise(YESTERDAY, 375, 24_800)
  const today = rise(TODAY, 60, 25_000)
  const near = optionLadder('NIFTY', istDate('2026-11-23'), 25_000, 50, 15)

  function lived(minutes: readonly Candle[], before = index) {
    const decisions: Decision[] = []
    const inputs: DecisionInputs[] = []
    const table = new QuoteTable(200)
    const pipeline = new SymbolPipeline({
      symbol: 'NIFTY',
      day: TODAY,
      calendar: nseCalendar,
      contracts: { near, next: [], future: undefined },
      table,
      warmUp: { index: before, future: [] },
      source: 'simulated',
      onDecision(decision, from) {
        decisions.push(decision)
        inputs.push(from)
      },
    })
    const market = { contracts: near, sigma: 0.12, openInterest: () => 65 * 20_000 }
    walkDay(pipeline, table, 'NIFTY', [...minutes], index.at(-1)!.close, market, 5)
    const now = (opensAt + 60 * MINUTE_MS + 2000) as EpochMs
    pipeline.onTimer(now)
    return { pipeline, decisions, inputs, now }
  }
  const { pipeline, decisions, inputs, now } = lived(today)

  it('is served and put on record like the others, under a hash of its own', () => {
    const signals = pipeline.signals(now)
    expect(signals[name]).toMatchObject({ bias: 'bullish', stale: false, asOf: '2026-11-19T10:15:00+05:30' })
    expect(signals[name].configHash).toMatch(/^[0-9a-f]{64}$/)
    expect(signals[name].configHash).not.toBe(pipeline.configHash)
    expect(signals.candle_signal.configHash).toBe(pipeline.configHash)
  })

  it('goes stale with its bars', () => {
    const { pipeline, now } = lived(today)
    expect(pipeline.signals((now + 120_000) as EpochMs)[name]).toMatchObject({ stale: true, strength: 0 })
  })

  it('is in no contribution, no vote and no coverage of a decision', () => {
    expect(decisions).toHaveLength(60)
    for (const { contributions } of decisions) expect(contributions.map(({ agent }) => agent)).toEqual(VOTERS)
    for (const { votes, params: weights } of inputs) {
      expect(Object.keys(votes)).toEqual(VOTERS)
      expect(Object.keys(weights.weights)).toEqual(VOTERS)
    }
    expect(Math.max(...decisions.map(({ coverage }) => coverage))).toBeLessThanOrEqual(1)
  })

  it('reports the same of a session joined from warm-up bars as of one lived through', () => {
    const closed = pipeline.candles('1m')
    const late = lived(today.slice(30), [...index, ...closed.slice(0, 30)])
    expect(late.pipeline.signals(now)[name]).toEqual(pipeline.signals(now)[name])
  })
})
