import type { Candle } from '@strikewise/domain/market/candle.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { absentInput } from './absent-input.ts'
import { clippedRatio, type AgentExplanation, type AgentOutput } from './agent-output.ts'
import type { BarAgent } from './bar-agent.ts'
import {
  HOUR_TREND_AGENT,
  type HourTrendCode as Code,
  type HourTrendParams,
  type HourTrendReason as Message,
} from '../registry/definitions/hour-trend-agent.ts'
import type { RunningAgent } from './guarded-agent.ts'
import type { Bias, Reason } from './signal.ts'

/**
 * Trend of the hour. With d1 … d60 the moves from close to close of the last 60 one-minute bars of this session (the
 * first minute's move is from its open), in index points:
 *
 *     z = (d1 + … + d60) / √(d1² + … + d60²)      score = clamp(z / 2, -1, 1)
 *
 * z is the move of the hour in standard deviations of a walk with moves of that size and no trend. Reads closed
 * one-minute bars; no night is in it. Stale until the session has 60 of them. The sums are of whole paise, so adding the
 * newest and taking away the oldest is exact: O(1) a bar.
 *
 * Source: T. Moskowitz, Y. H. Ooi, L. H. Pedersen, "Time series momentum", Journal of Financial Economics 104 (2012);
 * within the day L. Gao, Y. Han, S. Z. Li, G. Zhou, "Market intraday momentum", Journal of Financial Economics 129
 * (2018). Full strength at two deviations is this product's choice, and on trial.
 */
export class HourTrendSignal implements RunningAgent, AgentOutput {
  bias: Bias = 'neutral'
  strength = 0
  asOf = 0 as EpochMs
  /** Signed, -1 … 1. */
  score = 0
  readonly #params: HourTrendParams
  /** Moves of the last minutes in paise, in a ring. */
  readonly #moves: Float64Array
  #move = 0
  #squares = 0
  /** Close of the last minute in paise; NaN before the session's first tick. */
  #close = Number.NaN
  #minutes = 0

  constructor(params: HourTrendParams) {
    this.#params = params
    this.#moves = new Float64Array(params.minutes)
  }

  /** Another session opens: the gap of the night is no move of an hour. */
  startSession(): void {
    this.#moves.fill(0)
    this.#move = this.#squares = this.#minutes = 0
    this.#close = Number.NaN
    this.#weigh()
  }

  /** A closed one-minute bar. Before the first tick it holds yesterday's close: the hour begins after that. */
  push(minute: Candle): void {
    this.asOf = (minute.start + MINUTE_MS) as EpochMs
    if (this.#close !== this.#close) {
      if (minute.synthetic) return
      this.#close = minute.open
    }
    const slot = this.#minutes % this.#moves.length
    const oldest = this.#moves[slot]!
    const newest = minute.close - this.#close
    this.#moves[slot] = newest
    this.#move += newest - oldest
    this.#squares += newest * newest - oldest * oldest
    this.#close = minute.close
    this.#minutes += 1
    this.#weigh()
  }

  /** Undefined: as long as a bar speaks. */
  get span(): RunningAgent['span'] {
    return this.#isComplete ? undefined : absentInput(this.asOf)
  }

  explanation(): AgentExplanation<Code, Message> {
    const inputs = [{ input: 'one_minute_bars' as const, asOf: this.asOf, count: this.#minutes }]
    const isKnown = this.#isComplete && this.#squares > 0
    const components = isKnown ? { move: this.#move / 100, deviations: this.#move / Math.sqrt(this.#squares) } : {}
    return { inputs, reasons: [this.#reason()], components }
  }

  get #isComplete(): boolean {
    return this.#minutes >= this.#params.minutes
  }

  #weigh(): void {
    this.score = this.#isComplete ? clippedRatio(this.#move, this.#params.fullDeviations * Math.sqrt(this.#squares)) : 0
    this.strength = Math.abs(this.score)
    this.bias = this.score > 0 ? 'bullish' : this.score < 0 ? 'bearish' : 'neutral'
  }

  #reason(): Reason<Code, Message> {
    const { minutes, fullDeviations: threshold } = this.#params
    if (!this.#isComplete)
      return {
        code: 'warm_up',
        message: { code: 'hour.warm_up', known: this.#minutes, needed: minutes },
        value: this.#minutes,
        threshold: minutes,
        effect: 0,
      }
    if (this.#squares === 0) return { code: 'no_range', message: { code: 'hour.flat', minutes }, effect: 0 }
    const value = this.#move / Math.sqrt(this.#squares)
    if (this.#move === 0)
      return { code: 'no_trend', message: { code: 'hour.none', minutes }, value, threshold, effect: 0 }
    const direction = this.#move > 0 ? 'up' : 'down'
    return {
      code: `trend_${direction}`,
      message: {
        code: 'hour.move',
        direction,
        move: Math.abs(this.#move) / 100,
        minutes,
        deviations: Math.abs(value),
        full: threshold,
      },
      value,
      threshold,
      effect: this.score,
    }
  }
}

export const HOUR_TREND = {
  make: () => new HourTrendSignal(HOUR_TREND_AGENT.params),
  startSession: (agent) => agent.startSession(),
  onMinute: (agent, minute) => agent.push(minute),
} satisfies BarAgent<HourTrendSignal>
