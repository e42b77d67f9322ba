import type { EpochMs } from '@strikewise/domain/time/ist.ts'
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
import {
  FAST_EMA_BARS,
  LONG_BAR_MINUTES,
  LONG_EMA_BARS,
  SLOW_EMA_BARS,
  WILDER_BARS,
  type FiveMinuteIndicators,
} from './five-minute-indicators.ts'
import type { IndicatorCode as Code, IndicatorReason as Message } from '../registry/definitions/indicator-agent.ts'
import type { SignalParams } from '../registry/params.ts'
import type { Bias, Reason } from './signal.ts'

/** RSI of a market that rises as much as it falls. */
const EVEN_RSI = 50

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
    parts[2] = clippedRatio(b.rsi.value - EVEN_RSI, scales.rsi)
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

  explanation(): AgentExplanation<Code, Message> {
    const b = this.#fiveMinute
    const inputs = [{ input: 'five_minute_bars' as const, asOf: this.asOf, count: b.count }]
    const { warmUpBars } = this.#params
    if (!this.ready) {
      const message = { code: 'indicator.warm_up', known: b.count, needed: warmUpBars } as const
      return { inputs, reasons: [{ code: 'warm_up', message, value: b.count, threshold: warmUpBars, effect: 0 }] }
    }
    const signed = this.#direction * this.strength
    return {
      inputs,
      reasons: withRemainder(this.#reasons(), signed, this.#remainder()),
      components: this.#components(),
      ...(this.#average.vwap === this.#average.vwap && { vwapSource: this.#average.source }),
    }
  }

  #reasons(): Reason<Code, Message>[] {
    const b = this.#fiveMinute
    const { weights } = this.#params
    const p = this.#parts
    const { source, price, vwap } = this.#average
    const reasons: Reason<Code, Message>[] = [
      {
        code: 'ema_cross',
        message: {
          code: 'indicator.ema_cross',
          fastLength: FAST_EMA_BARS,
          fast: b.ema9.value,
          slowLength: SLOW_EMA_BARS,
          slow: b.ema21.value,
          side: side(p[0]!),
        },
        value: b.ema9.value - b.ema21.value,
        effect: weights.ema * p[0]!,
      },
      {
        code: 'rsi',
        message: { code: 'indicator.rsi', length: WILDER_BARS, rsi: b.rsi.value, even: EVEN_RSI },
        value: b.rsi.value,
        threshold: EVEN_RSI,
        effect: weights.rsi * p[2]!,
      },
      {
        code: 'macd',
        message: { code: 'indicator.macd', histogram: b.macd.histogram },
        value: b.macd.histogram,
        effect: weights.macd * p[3]!,
      },
      {
        code: 'supertrend',
        message: { code: 'indicator.supertrend', direction: p[4]! > 0 ? 'up' : 'down', line: b.supertrend.value },
        value: b.supertrend.value,
        effect: weights.supertrend * p[4]!,
      },
      {
        code: 'trend_15m',
        message: {
          code: 'indicator.trend_15m',
          minutes: LONG_BAR_MINUTES,
          close: b.close15,
          length: LONG_EMA_BARS,
          ema: b.ema15.value,
          side: side(p[5]!),
        },
        value: b.close15 - b.ema15.value,
        effect: weights.trend15 * p[5]!,
      },
    ]
    if (vwap === vwap)
      reasons.push({
        code: source === 'future' ? 'vwap' : 'time_weighted_average',
        message:
          source === 'future'
            ? { code: 'indicator.vwap', price, vwap, side: side(p[1]!) }
            : { code: 'indicator.time_weighted_average', price, average: vwap, side: side(p[1]!) },
        value: price - vwap,
        effect: weights.vwap * p[1]!,
      })
    return reasons
  }

  /** Why the parts do not add up to the score that counts: a threshold not reached, or exhaustion. */
  #remainder(): Omit<Reason<Code, Message>, 'effect'> {
    const { enter, leave, exhaustion } = this.#params
    if (this.#direction !== 0)
      return {
        code: 'exhaustion',
        message: { code: 'indicator.exhaustion', rsi: this.#fiveMinute.rsi.value, factor: exhaustion.factor },
        value: this.#fiveMinute.rsi.value,
      }
    return {
      code: 'below_threshold',
      message: { code: 'indicator.below_threshold', score: this.score, enter, leave },
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

function side(part: number): 'above' | 'below' | 'level' {
  return part > 0 ? 'above' : part < 0 ? 'below' : 'level'
}

export const INDICATORS = {
  make: ({ params, fiveMinute }) => new IndicatorSignal(params.indicator, fiveMinute),
  onFiveMinutes: (agent, { end, average }) => agent.update(end, average),
} satisfies BarAgent<IndicatorSignal>
