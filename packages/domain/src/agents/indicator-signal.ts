import type { EpochMs } from '../time/ist.ts'
import {
  BIAS_OF_DIRECTION,
  clippedRatio,
  directionAfter,
  withRemainder,
  type AgentOutput,
  type AgentExplanation,
  type SignalDirection,
} from './agent-output.ts'
import type { AveragePrice, BarAgent } from './bar-agent.ts'
import type { FiveMinuteIndicators } from './five-minute-indicators.ts'
import type { Explanations } from './definition.ts'
import type { IndicatorCode as Code } from './definitions/indicator-agent.ts'
import type { SignalParams } from './params.ts'
import type { Bias, Reason } from './signal.ts'
import { points, score } from './number-text.ts'

/** Trend and momentum on closed five-minute bars, with the last closed fifteen-minute bar (signals reference §1.3). */
export class IndicatorSignal implements AgentOutput {
  bias: Bias = 'neutral'
  strength = 0
  asOf = 0 as EpochMs
  /** Weighted sum of the six parts, -1 … 1. */
  score = 0
  exhausted = false
  readonly #params: SignalParams['indicator']
  readonly #fiveMinute: FiveMinuteIndicators
  /** Parts in the order of `PART_NAMES`, each -1 … 1. */
  readonly #parts = new Float64Array(6)
  #average: AveragePrice = { source: 'time-weighted', price: Number.NaN, vwap: Number.NaN }
  #direction: SignalDirection = 0

  constructor(params: SignalParams['indicator'], fiveMinute: FiveMinuteIndicators) {
    this.#params = params
    this.#fiveMinute = fiveMinute
  }

  get ready(): boolean {
    return (
      this.#fiveMinute.count >= this.#params.warmUpBars && this.#fiveMinute.atr15.ready && this.#fiveMinute.ema15.ready
    )
  }

  /** The board holds a new closed five-minute bar that ended at `end`. */
  update(end: EpochMs, average: AveragePrice): void {
    this.asOf = end
    this.#average = average
    if (!this.ready) return
    const b = this.#fiveMinute
    const { scales, weights, exhaustion } = this.#params
    const parts = this.#parts
    const atr = b.atr.value
    parts[0] = clippedRatio(b.ema9.value - b.ema21.value, scales.ema * atr)
    parts[1] = clippedRatio(average.price - average.vwap, scales.vwap * atr)
    parts[2] = clippedRatio(b.rsi.value - 50, scales.rsi)
    parts[3] = clippedRatio(b.macd.histogram, scales.macd * atr)
    parts[4] = b.supertrend.direction
    parts[5] = clippedRatio(b.close15 - b.ema15.value, b.atr15.value)
    this.score =
      weights.ema * parts[0] +
      weights.vwap * parts[1] +
      weights.rsi * parts[2] +
      weights.macd * parts[3] +
      weights.supertrend * parts[4] +
      weights.trend15 * parts[5]
    this.#direction = directionAfter(this.#direction, this.score, this.#params.enter, this.#params.leave)
    this.bias = BIAS_OF_DIRECTION[`${this.#direction}`]
    const rsi = b.rsi.value
    const percentB = b.bands.percentB
    this.exhausted = (rsi > exhaustion.rsiHigh && percentB > 1) || (rsi < exhaustion.rsiLow && percentB < 0)
    this.strength = Math.abs(this.score) * (this.exhausted ? exhaustion.factor : 1)
  }

  explanation(): AgentExplanation<Code> {
    const b = this.#fiveMinute
    const inputs = [{ name: 'five-minute bars', asOf: this.asOf, count: b.count }]
    const { warmUpBars } = this.#params
    if (!this.ready) {
      const text = `Only ${b.count} of the ${warmUpBars} five-minute bars needed are known yet.`
      return { inputs, reasons: [{ code: 'warm_up', text, value: b.count, threshold: warmUpBars, effect: 0 }] }
    }
    const signed = this.#direction * this.strength
    return {
      inputs,
      reasons: withRemainder(this.#reasons(), signed, this.#remainder()),
      components: this.#components(),
      ...(this.#average.vwap === this.#average.vwap && { vwapSource: this.#average.source }),
    }
  }

  #reasons(): Reason<Code>[] {
    const b = this.#fiveMinute
    const { weights } = this.#params
    const p = this.#parts
    const { source, price, vwap } = this.#average
    const average =
      source === 'future' ? "the future's VWAP" : "the day's time-weighted average, in place of a VWAP without volume,"
    const reasons: Reason<Code>[] = [
      {
        code: 'ema_cross',
        text: `EMA 9 (${points(b.ema9.value)}) is ${side(p[0]!)} EMA 21 (${points(b.ema21.value)}).`,
        value: b.ema9.value - b.ema21.value,
        effect: weights.ema * p[0]!,
      },
      {
        code: 'rsi',
        text: `RSI 14 is ${b.rsi.value.toFixed(1)}; 50 is even.`,
        value: b.rsi.value,
        threshold: 50,
        effect: weights.rsi * p[2]!,
      },
      {
        code: 'macd',
        text: `MACD histogram is ${points(b.macd.histogram)} points.`,
        value: b.macd.histogram,
        effect: weights.macd * p[3]!,
      },
      {
        code: 'supertrend',
        text: `Supertrend points ${p[4]! > 0 ? 'up' : 'down'}, its line at ${points(b.supertrend.value)}.`,
        value: b.supertrend.value,
        effect: weights.supertrend * p[4]!,
      },
      {
        code: 'trend_15m',
        text: `The 15-minute close ${points(b.close15)} is ${side(p[5]!)} its EMA 20 (${points(b.ema15.value)}).`,
        value: b.close15 - b.ema15.value,
        effect: weights.trend15 * p[5]!,
      },
    ]
    if (vwap === vwap)
      reasons.push({
        code: source === 'future' ? 'vwap' : 'time_weighted_average',
        text: `Price ${points(price)} is ${side(p[1]!)} ${average} ${points(vwap)}.`,
        value: price - vwap,
        effect: weights.vwap * p[1]!,
      })
    return reasons
  }

  /** Why the parts do not add up to the score that counts: a threshold not reached, or exhaustion. */
  #remainder(): Omit<Reason<Code>, 'effect'> {
    const { enter, leave } = this.#params
    if (this.#direction !== 0)
      return {
        code: 'exhaustion',
        text: `The move looks exhausted: RSI ${this.#fiveMinute.rsi.value.toFixed(1)} and price outside its Bollinger bands. Strength is halved.`,
        value: this.#fiveMinute.rsi.value,
      }
    return {
      code: 'below_threshold',
      text: `The parts add up to ${score(this.score)}; ${enter} is needed to take a side (${leave} to keep one).`,
      value: Math.abs(this.score),
      threshold: enter,
    }
  }

  #components(): Record<string, number> {
    const b = this.#fiveMinute
    const { vwap, price, source } = this.#average
    const average =
      source === 'future' ? { vwap, vwapPrice: price } : { timeWeightedAverage: vwap, timeWeightedPrice: price }
    return {
      macd: b.macd.line,
      macdSignal: b.macd.signal,
      macdHistogram: b.macd.histogram,
      ...(vwap === vwap && average),
      rsi: b.rsi.value,
      emaScore: this.#parts[0]!,
      vwapScore: this.#parts[1]!,
      rsiScore: this.#parts[2]!,
      macdScore: this.#parts[3]!,
      supertrendScore: this.#parts[4]!,
      trend15Score: this.#parts[5]!,
      atr: b.atr.value,
      score: this.score,
    }
  }
}

function side(part: number): string {
  return part > 0 ? 'above' : part < 0 ? 'below' : 'level with'
}

const SIDES = ['above', 'below', 'level with'] as const

const explanations: Explanations<Code> = {
  warm_up: ['Only {0} of the {1} five-minute bars needed are known yet.'],
  ema_cross: SIDES.map((side) => `EMA {0} ({1}) is ${side} EMA {2} ({3}).`),
  rsi: ['RSI {0} is {1}; {2} is even.'],
  macd: ['MACD histogram is {0} points.'],
  supertrend: ['Supertrend points up, its line at {0}.', 'Supertrend points down, its line at {0}.'],
  trend_15m: SIDES.map((side) => `The {0}-minute close {1} is ${side} its EMA {2} ({3}).`),
  vwap: SIDES.map((side) => `Price {0} is ${side} the future's VWAP {1}.`),
  time_weighted_average: SIDES.map(
    (side) => `Price {0} is ${side} the day's time-weighted average, in place of a VWAP without volume, {1}.`,
  ),
  exhaustion: ['The move looks exhausted: RSI {0} and price outside its Bollinger bands. Strength is halved.'],
  below_threshold: ['The parts add up to {0}; {1} is needed to take a side ({2} to keep one).'],
}

export const INDICATORS = {
  explanations,
  make: ({ params, fiveMinute }) => new IndicatorSignal(params.indicator, fiveMinute),
  onFiveMinutes: (agent, { end, average }) => agent.update(end, average),
} satisfies BarAgent<IndicatorSignal> & { explanations: typeof explanations }
