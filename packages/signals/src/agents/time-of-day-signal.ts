import type { Candle } from '@strikewise/domain/market/candle.ts'
import { MINUTE_MS, msOfIstDay, type EpochMs } from '@strikewise/domain/time/ist.ts'
import {
  TIME_OF_DAY_AGENT,
  type TimeOfDayCode as Code,
  type TimeOfDayParams,
  type TimeOfDayReason as Message,
} from '../registry/definitions/time-of-day-agent.ts'
import { absentInput } from './absent-input.ts'
import { clippedRatio, type AgentExplanation, type AgentOutput } from './agent-output.ts'
import type { BarAgent } from './bar-agent.ts'
import type { RunningAgent } from './guarded-agent.ts'
import type { Bias, Reason } from './signal.ts'

const NO_SLOT = -1

/**
 * Time-of-day profile. The day has slots of half an hour from 09:15; the last one ends at 15:30. With m1 … m5 the moves
 * (index points, from the last price before the slot to its last) of the present slot in the last five sessions that
 * had it whole:
 *
 *     t = mean(m) / (sd(m) / √5)      score = clamp(t / 2.776, -1, 1)
 *
 * sd divides by 4; at 2.776 a two-sided test would reject a mean of zero at 5 %. At the end of a slot the reading is of
 * the next one, and stays until that ends. Reads closed one-minute bars; a slot counts once it is over, so today's own
 * move in it is never in the reading. Stale until five sessions are known. O(1) a bar: five additions at a slot's end.
 *
 * Source: S. L. Heston, R. A. Korajczyk, R. Sadka, "Intraday patterns in the cross-section of stock returns", Journal
 * of Finance 65 (2010): returns recur at the same half hour on following days. Five sessions and the scale are this
 * product's choice, and on trial.
 */
export class TimeOfDaySignal implements RunningAgent, AgentOutput {
  bias: Bias = 'neutral'
  strength = 0
  asOf = 0 as EpochMs
  /** Signed, -1 … 1. */
  score = 0
  readonly #params: TimeOfDayParams
  /** Moves in paise: the newest `sessions` of each slot, in rings, and how many each slot has had. */
  readonly #moves: Float64Array
  readonly #counts: Int32Array
  /** Slot of the reading; NO_SLOT: outside the day's slots. */
  #slot = 0
  #mean = 0
  #error = Number.NaN
  /** Price before the slot under way in paise; NaN: its beginning was not seen. */
  #from = Number.NaN
  /** Last price of the session in paise; NaN before its first tick. */
  #close = Number.NaN

  constructor(params: TimeOfDayParams) {
    this.#params = params
    const slots = Math.ceil((params.to - params.from) / params.slotMinutes)
    this.#moves = new Float64Array(slots * params.sessions)
    this.#counts = new Int32Array(slots)
  }

  /** Another session opens: what it did not finish of a slot before is no move. */
  startSession(opensAt: EpochMs): void {
    this.#from = this.#close = Number.NaN
    this.#weigh(minuteOf(opensAt))
  }

  /** A closed one-minute bar. Before the first tick it holds yesterday's close: a slot that begins so is not whole. */
  push(minute: Candle): void {
    const { from, to, slotMinutes } = this.#params
    const start = minuteOf(minute.start)
    if ((start - from) % slotMinutes === 0) this.#from = this.#priceBefore(minute)
    if (!(this.#close !== this.#close && minute.synthetic)) this.#close = minute.close
    this.asOf = (minute.start + MINUTE_MS) as EpochMs
    const end = start + 1
    if ((end - from) % slotMinutes === 0 || end === to) this.#finishSlot(start)
    this.#weigh(end)
  }

  /** Undefined: as long as a bar speaks. */
  get span(): RunningAgent['span'] {
    return this.#isKnown ? undefined : absentInput(this.asOf)
  }

  explanation(): AgentExplanation<Code, Message> {
    const inputs = [{ input: 'one_minute_bars' as const, asOf: this.asOf, count: this.#known }]
    const components = this.#isKnown ? { mean: this.#mean / 100, standardError: this.#error / 100 } : {}
    return { inputs, reasons: [this.#reason()], components }
  }

  /** Sessions known of the slot of the reading. */
  get #known(): number {
    return this.#slot === NO_SLOT ? 0 : Math.min(this.#counts[this.#slot]!, this.#params.sessions)
  }

  get #isKnown(): boolean {
    return this.#known === this.#params.sessions
  }

  #priceBefore({ open, synthetic }: Candle): number {
    if (this.#close === this.#close) return this.#close
    return synthetic ? Number.NaN : open
  }

  #finishSlot(start: number): void {
    const slot = this.#slotAt(start)
    const move = this.#close - this.#from
    this.#from = Number.NaN
    if (slot === NO_SLOT || move !== move) return
    const { sessions } = this.#params
    this.#moves[slot * sessions + (this.#counts[slot]! % sessions)] = move
    this.#counts[slot]! += 1
  }

  #slotAt(minute: number): number {
    const { from, to, slotMinutes } = this.#params
    return minute < from || minute >= to ? NO_SLOT : Math.floor((minute - from) / slotMinutes)
  }

  #weigh(minute: number): void {
    this.#slot = this.#slotAt(minute)
    this.#mean = 0
    this.#error = Number.NaN
    if (this.#isKnown) {
      const { sessions } = this.#params
      const moves = this.#moves.subarray(this.#slot * sessions, (this.#slot + 1) * sessions)
      for (const move of moves) this.#mean += move / sessions
      let squares = 0
      for (const move of moves) squares += (move - this.#mean) ** 2
      this.#error = Math.sqrt(squares / (sessions - 1) / sessions)
    }
    this.score = clippedRatio(this.#mean, this.#params.fullErrors * this.#error)
    this.strength = Math.abs(this.score)
    this.bias = this.score > 0 ? 'bullish' : this.score < 0 ? 'bearish' : 'neutral'
  }

  #reason(): Reason<Code, Message> {
    const { sessions, fullErrors: threshold, from: opens, to: closes, slotMinutes } = this.#params
    if (this.#slot === NO_SLOT)
      return { code: 'session_over', message: { code: 'time_slot.over', to: closes }, effect: 0 }
    const from = opens + this.#slot * slotMinutes
    const slot = { from, to: Math.min(from + slotMinutes, closes) }
    if (!this.#isKnown)
      return {
        code: 'profile_unknown',
        message: { code: 'time_slot.unknown', known: this.#known, needed: sessions, ...slot },
        value: this.#known,
        threshold: sessions,
        effect: 0,
      }
    if (!(this.#error > 0))
      return { code: 'no_range', message: { code: 'time_slot.same', sessions, ...slot }, effect: 0 }
    const value = this.#mean / this.#error
    if (this.score === 0)
      return { code: 'no_move', message: { code: 'time_slot.none', sessions, ...slot }, value, threshold, effect: 0 }
    const direction = this.score > 0 ? 'up' : 'down'
    return {
      code: `usual_${direction}`,
      message: {
        code: 'time_slot.usual',
        direction,
        sessions,
        move: Math.abs(this.#mean) / 100,
        errors: Math.abs(value),
        full: threshold,
        ...slot,
      },
      value,
      threshold,
      effect: this.score,
    }
  }
}

function minuteOf(at: EpochMs): number {
  return Math.floor(msOfIstDay(at) / MINUTE_MS)
}

export const TIME_OF_DAY = {
  make: () => new TimeOfDaySignal(TIME_OF_DAY_AGENT.params),
  startSession: (agent, opensAt) => agent.startSession(opensAt),
  onMinute: (agent, minute) => agent.push(minute),
} satisfies BarAgent<TimeOfDaySignal>
