import type { Candle } from '@strikewise/domain/market/candle.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { clippedRatio, type AgentOutput, type AgentExplanation } from './agent-output.ts'
import type { BarAgent } from './bar-agent.ts'
import {
  DAY_MOMENTUM_AGENT,
  type DayMomentumParams,
  type DayMomentumCode as Code,
  type DayMomentumReason as Message,
} from '../registry/definitions/day-momentum-agent.ts'
import type { FiveMinuteIndicators } from './five-minute-indicators.ts'
import type { Bias, Reason } from './signal.ts'

/** Closed five-minute bars that ATR 14 takes before its first value. */
const WARM_UP_BARS = 15

/**
 * Move of the index since the open of its session, in average true ranges of its closed five-minute bars:
 * clamp(move / (6 × ATR), -1, 1). Read on each closed one-minute bar, and again with the five-minute bar that ends with
 * it, so its ATR is of the newest closed bars. O(1) a bar; keeps two numbers.
 */
export class DayMomentumSignal implements AgentOutput {
  bias: Bias = 'neutral'
  strength = 0
  asOf = 0 as EpochMs
  /** Signed, -1 … 1. */
  score = 0
  readonly #params: DayMomentumParams
  readonly #fiveMinute: FiveMinuteIndicators
  #opensAt = 0 as EpochMs
  /** Open of the session and close of the last minute, index points; NaN: not known. */
  #open = Number.NaN
  #close = Number.NaN
  #minutes = 0

  constructor(params: DayMomentumParams, fiveMinute: FiveMinuteIndicators) {
    this.#params = params
    this.#fiveMinute = fiveMinute
  }

  /** Another session opens: its open is not known before its first minute has closed. */
  startSession(opensAt: EpochMs): void {
    this.#opensAt = opensAt
    this.#open = this.#close = Number.NaN
    this.#minutes = 0
    this.weigh()
  }

  /** A closed one-minute bar. A first minute without a tick has the close of the day before for its open: that is none. */
  push(minute: Candle): void {
    if (minute.start === this.#opensAt && !minute.synthetic) this.#open = minute.open / 100
    this.#close = minute.close / 100
    this.asOf = (minute.start + MINUTE_MS) as EpochMs
    this.#minutes += 1
    this.weigh()
  }

  /** Measures the last minute with the ATR as the board has it now. */
  weigh(): void {
    this.score = clippedRatio(this.#move, this.#params.fullStrengthAtr * this.#fiveMinute.atr.value)
    this.strength = Math.abs(this.score)
    this.bias = this.score > 0 ? 'bullish' : this.score < 0 ? 'bearish' : 'neutral'
  }

  explanation(): AgentExplanation<Code, Message> {
    const inputs = [{ input: 'one_minute_bars' as const, asOf: this.asOf, count: this.#minutes }]
    const atr = this.#fiveMinute.atr.value
    const isKnown = this.#move === this.#move && atr > 0
    const components = isKnown ? { move: this.#move, atr, moveAtr: this.#move / atr } : {}
    return { inputs, reasons: [this.#reason(atr)], components }
  }

  /** Points since the open; NaN when the open is not known. */
  get #move(): number {
    return this.#close - this.#open
  }

  #reason(atr: number): Reason<Code, Message> {
    const move = this.#move
    if (move !== move) return { code: 'open_unknown', message: { code: 'momentum.open_unknown' }, effect: 0 }
    if (atr !== atr)
      return {
        code: 'warm_up',
        message: { code: 'momentum.warm_up', known: this.#fiveMinute.count, needed: WARM_UP_BARS },
        value: this.#fiveMinute.count,
        threshold: WARM_UP_BARS,
        effect: 0,
      }
    if (!(atr > 0)) return { code: 'no_range', message: { code: 'momentum.no_range' }, effect: 0 }
    const threshold = this.#params.fullStrengthAtr
    const value = move / atr
    if (move === 0) return { code: 'no_move', message: { code: 'momentum.no_move' }, value, threshold, effect: 0 }
    const direction = move > 0 ? 'up' : 'down'
    return {
      code: `move_${direction}`,
      message: {
        code: 'momentum.move',
        direction,
        move: Math.abs(move),
        atrs: Math.abs(value),
        full: threshold,
      },
      value,
      threshold,
      effect: this.score,
    }
  }
}

export const DAY_MOMENTUM = {
  make: ({ fiveMinute }) => new DayMomentumSignal(DAY_MOMENTUM_AGENT.params, fiveMinute),
  startSession: (agent, opensAt) => agent.startSession(opensAt),
  onMinute: (agent, minute) => agent.push(minute),
  onFiveMinutes: (agent) => agent.weigh(),
} satisfies BarAgent<DayMomentumSignal>
