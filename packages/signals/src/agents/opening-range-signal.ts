import type { Candle } from '@strikewise/domain/market/candle.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { absentInput } from './absent-input.ts'
import { clippedRatio, type AgentExplanation, type AgentOutput } from './agent-output.ts'
import type { BarAgent } from './bar-agent.ts'
import {
  OPENING_RANGE_AGENT,
  type OpeningRangeCode as Code,
  type OpeningRangeParams,
  type OpeningRangeReason as Message,
} from '../registry/definitions/opening-range-agent.ts'
import type { RunningAgent } from './guarded-agent.ts'
import type { Bias, Reason } from './signal.ts'

/**
 * Opening-range break. With H and L the highest and lowest price of the session's first 15 minutes and C the close of
 * the last closed one-minute bar, in index points:
 *
 * - C > H: min((C - H) / (1 × (H - L)), 1)
 * - C < L: -min((L - C) / (1 × (H - L)), 1)
 * - otherwise 0.
 *
 * Reads closed one-minute bars of the session. Stale until the range is complete, and all day when one of its minutes
 * had no tick or was not observed. O(1) a bar; keeps five numbers.
 *
 * Source: T. Crabel, Day Trading with Short Term Price Patterns and Opening Range Breakout (1990); U. Holmberg, C.
 * Lönnbark, C. Lundström, "Assessing the profitability of intraday opening range breakout strategies", Finance Research
 * Letters 10 (2013). Full strength at one width is this product's choice, and on trial.
 */
export class OpeningRangeSignal implements RunningAgent, AgentOutput {
  bias: Bias = 'neutral'
  strength = 0
  asOf = 0 as EpochMs
  /** Signed, -1 … 1. */
  score = 0
  readonly #params: OpeningRangeParams
  #opensAt = 0 as EpochMs
  /** Paise. */
  #high = Number.NEGATIVE_INFINITY
  #low = Number.POSITIVE_INFINITY
  #close = Number.NaN
  /** Minutes of the range that had a tick, and minutes of the session so far. */
  #known = 0
  #minutes = 0

  constructor(params: OpeningRangeParams) {
    this.#params = params
  }

  /** Another session opens: its range is not known yet. */
  startSession(opensAt: EpochMs): void {
    this.#opensAt = opensAt
    this.#high = Number.NEGATIVE_INFINITY
    this.#low = Number.POSITIVE_INFINITY
    this.#close = Number.NaN
    this.#known = this.#minutes = 0
    this.#weigh()
  }

  /** A closed one-minute bar. One without a tick holds the close before it: it is no price of this range. */
  push(minute: Candle): void {
    if (minute.start < this.#rangeEnds && !minute.synthetic) {
      this.#high = Math.max(this.#high, minute.high)
      this.#low = Math.min(this.#low, minute.low)
      this.#known += 1
    }
    this.#close = minute.close
    this.asOf = (minute.start + MINUTE_MS) as EpochMs
    this.#minutes += 1
    this.#weigh()
  }

  /** Undefined: as long as a bar speaks. */
  get span(): RunningAgent['span'] {
    return this.#isComplete ? undefined : absentInput(this.asOf)
  }

  explanation(): AgentExplanation<Code, Message> {
    const inputs = [{ input: 'one_minute_bars' as const, asOf: this.asOf, count: this.#minutes }]
    const components = this.#isComplete ? { rangeHigh: this.#high / 100, rangeLow: this.#low / 100 } : {}
    return { inputs, reasons: [this.#reason()], components }
  }

  get #rangeEnds(): number {
    return this.#opensAt + this.#params.minutes * MINUTE_MS
  }

  /** Every minute of the range has closed and had a tick. */
  get #isComplete(): boolean {
    return this.#known === this.#params.minutes
  }

  /** Paise beyond the range, signed; 0 inside it. */
  get #beyond(): number {
    return Math.max(this.#close - this.#high, 0) - Math.max(this.#low - this.#close, 0)
  }

  #weigh(): void {
    this.score = this.#isComplete ? clippedRatio(this.#beyond, this.#params.fullWidths * (this.#high - this.#low)) : 0
    this.strength = Math.abs(this.score)
    this.bias = this.score > 0 ? 'bullish' : this.score < 0 ? 'bearish' : 'neutral'
  }

  #incomplete(): Reason<Code, Message> {
    const passed = this.#minutes === 0 ? 0 : (this.asOf - this.#opensAt) / MINUTE_MS
    const left = this.#params.minutes - passed
    return this.#known === passed && left > 0
      ? { code: 'range_forming', message: { code: 'opening_range.forming', left }, effect: 0 }
      : { code: 'range_unknown', message: { code: 'opening_range.unknown' }, effect: 0 }
  }

  #reason(): Reason<Code, Message> {
    if (!this.#isComplete) return this.#incomplete()
    const [low, high] = [this.#low / 100, this.#high / 100]
    if (low === high) return { code: 'no_range', message: { code: 'opening_range.flat' }, effect: 0 }
    const beyond = this.#beyond / 100
    const value = beyond / (high - low)
    const threshold = this.#params.fullWidths
    if (beyond === 0)
      return { code: 'inside', message: { code: 'opening_range.inside', low, high }, value, threshold, effect: 0 }
    const direction = beyond > 0 ? 'up' : 'down'
    return {
      code: `break_${direction}`,
      message: {
        code: 'opening_range.break',
        direction,
        level: direction === 'up' ? high : low,
        beyond: Math.abs(beyond),
        widths: Math.abs(value),
        full: threshold,
      },
      value,
      threshold,
      effect: this.score,
    }
  }
}

export const OPENING_RANGE = {
  make: () => new OpeningRangeSignal(OPENING_RANGE_AGENT.params),
  startSession: (agent, opensAt) => agent.startSession(opensAt),
  onMinute: (agent, minute) => agent.push(minute),
} satisfies BarAgent<OpeningRangeSignal>
