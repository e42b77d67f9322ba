import type { Bar } from '../indicators/bar.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { clip, withRemainder, type AgentOutput, type AgentExplanation, type SignalDirection } from './agent-output.ts'
import type { BarAgent } from './bar-agent.ts'
import { CandlePatterns, PATTERN_BARS, PATTERNS, type Pattern } from './candle-patterns.ts'
import type { FiveMinuteIndicators } from './five-minute-indicators.ts'
import type {
  CandleCode as Code,
  CandleNote,
  CandleReason as Message,
  CandlestickPattern,
} from '../registry/definitions/candle-agent.ts'
import type { SignalParams } from '../registry/params.ts'
import type { Bias, Reason } from './signal.ts'

/** A pattern as it was seen on its last bar. Never edited: what happens later is a new record. */
export interface PatternMatch {
  readonly kind: 'seen'
  readonly pattern: Exclude<Pattern, 'doji'>
  readonly direction: 1 | -1
  /** End of its last bar. */
  readonly at: EpochMs
  /** TA-Lib sees it too; false: only with the gap tolerance. */
  readonly strict: boolean
  readonly high: number
  readonly low: number
  readonly quality: number
  readonly context: number
  readonly size: number
  readonly volume: number
  /** direction × quality × context × size × volume. */
  readonly score: number
}

/** A later close beyond the pattern's extreme in its direction (`confirmed`) or beyond the other (`cancelled`). */
export interface PatternOutcome {
  readonly kind: 'confirmed' | 'cancelled'
  readonly of: PatternMatch
  readonly at: EpochMs
  readonly close: number
}
export type PatternRecord = PatternMatch | PatternOutcome

interface Live {
  readonly match: PatternMatch
  /** Number of the session's five-minute bar it was seen on. */
  readonly bar: number
  outcome: 'confirmed' | 'cancelled' | undefined
  beforeDoji: boolean
}

const NAMES: Readonly<Record<Exclude<Pattern, 'doji'>, readonly [up: CandlestickPattern, down: CandlestickPattern]>> = {
  engulfing: ['bullish_engulfing', 'bearish_engulfing'],
  hammer: ['hammer', 'hammer'],
  shootingStar: ['shooting_star', 'shooting_star'],
  morningStar: ['morning_star', 'morning_star'],
  eveningStar: ['evening_star', 'evening_star'],
  marubozu: ['white_marubozu', 'black_marubozu'],
  harami: ['bullish_harami', 'bearish_harami'],
  whiteSoldiers: ['three_white_soldiers', 'three_white_soldiers'],
  blackCrows: ['three_black_crows', 'three_black_crows'],
}

/** Records of the day that are kept for the screen. */
const MAX_RECORDS = 24
/** Bars the averages of patterns, EMA20 and ATR14 need before a score means anything. */
const WARM_UP_BARS = 26

/** Candlestick patterns on closed five-minute bars (signals reference §1.2). O(1) a bar. */
export class CandleSignal implements AgentOutput {
  bias: Bias = 'neutral'
  strength = 0
  asOf = 0 as EpochMs
  /** The signed score before the bias threshold. */
  score = 0
  /** Patterns of the day and what became of them, oldest first, the last few. */
  records: readonly PatternRecord[] = []
  readonly #params: SignalParams['candle']
  readonly #patterns: CandlePatterns
  #live: Live[] = []
  #strongest: Live | undefined
  #strongestScore = 0
  #doji = false
  #bars = 0

  constructor(params: SignalParams['candle']) {
    this.#params = params
    this.#patterns = new CandlePatterns(params.gapTolerance)
  }

  /**
   * A closed five-minute bar which `board` already holds. `volumeRatio`: the future's volume of this bar against the
   * median of its time slot; NaN when not known.
   */
  push(bar: Bar, end: EpochMs, fiveMinute: FiveMinuteIndicators, volumeRatio: number): void {
    if (bar.sessionStart) {
      this.#live = []
      this.records = []
    }
    this.#patterns.push(bar)
    this.#bars = fiveMinute.count
    this.asOf = end
    this.#followUp(bar, end, fiveMinute.sessionCount)
    this.#match(end, fiveMinute, volumeRatio)
    this.#doji = this.#patterns.variant[PATTERNS.indexOf('doji')] !== 0
    this.#weigh(fiveMinute.sessionCount)
  }

  explanation(): AgentExplanation<Code, Message> {
    const inputs = [{ input: 'five_minute_bars' as const, asOf: this.asOf, count: this.#bars }]
    if (this.#bars < WARM_UP_BARS)
      return {
        inputs,
        reasons: [
          {
            code: 'warm_up',
            message: { code: 'candle.warm_up', known: this.#bars, needed: WARM_UP_BARS },
            value: this.#bars,
            threshold: WARM_UP_BARS,
            effect: 0,
          },
        ],
      }
    const signed = this.bias === 'neutral' ? 0 : this.score
    return { inputs, reasons: withRemainder(this.#reasons(), signed, this.#belowThreshold()) }
  }

  /** Confirms or cancels what was seen on earlier bars, and drops what no longer counts. */
  #followUp(bar: Bar, end: EpochMs, ordinal: number): void {
    const doji = this.#patterns.variant[PATTERNS.indexOf('doji')] !== 0
    this.#live = this.#live.filter((live) => ordinal - live.bar < this.#params.barsThatCount)
    for (const live of this.#live) {
      const { match } = live
      if (doji && ordinal - live.bar === 1) live.beforeDoji = true
      if (live.outcome === 'cancelled') continue
      const confirms = match.direction === 1 ? bar.close > match.high : bar.close < match.low
      const cancels = match.direction === 1 ? bar.close < match.low : bar.close > match.high
      const outcome = cancels ? 'cancelled' : confirms ? 'confirmed' : undefined
      if (outcome === undefined || outcome === live.outcome) continue
      live.outcome = outcome
      this.#record({ kind: outcome, of: match, at: end, close: bar.close })
    }
  }

  #match(end: EpochMs, fiveMinute: FiveMinuteIndicators, volumeRatio: number): void {
    for (let i = 0; i < PATTERNS.length; i += 1) {
      const pattern = PATTERNS[i]!
      const value = this.#patterns.variant[i]!
      if (value === 0 || pattern === 'doji') continue
      const params = this.#params
      const direction = value > 0 ? 1 : -1
      const high = this.#patterns.highOf(pattern)
      const low = this.#patterns.lowOf(pattern)
      const equalEnd = pattern === 'harami' && Math.abs(value) === 80
      const quality = params.quality[pattern] * (equalEnd ? params.equalEnd : 1)
      const context = pattern === 'marubozu' ? 1 : this.#context(pattern, direction, fiveMinute)
      const size = high - low >= params.minSpanAtr * fiveMinute.atr.value ? 1 : params.smallSpan
      const volume = this.#volume(volumeRatio)
      const match: PatternMatch = {
        kind: 'seen',
        pattern,
        direction,
        at: end,
        strict: this.#patterns.strict[i] !== 0,
        high,
        low,
        quality,
        context,
        size,
        volume,
        score: direction * quality * context * size * volume,
      }
      this.#live.push({ match, bar: fiveMinute.sessionCount, outcome: undefined, beforeDoji: false })
      this.#record(match)
    }
  }

  /** A reversal needs something to reverse: EMA20 moving against it before, and the bar before it on that side. */
  #context(pattern: Pattern, direction: 1 | -1, fiveMinute: FiveMinuteIndicators): number {
    const before = PATTERN_BARS[pattern]
    const ema = fiveMinute.ema20Back(before)
    const move = ema - fiveMinute.ema20Back(before + 5)
    const side = fiveMinute.closeBack(before) - ema
    return direction * move < 0 && direction * side < 0 ? 1 : this.#params.againstContext
  }

  #volume(ratio: number): number {
    const params = this.#params
    if (ratio !== ratio) return params.volumeUnknownFactor
    if (ratio >= params.volumeHigh) return params.volumeHighFactor
    return ratio < params.volumeLow ? params.volumeLowFactor : 1
  }

  #weigh(ordinal: number): void {
    this.#strongest = undefined
    this.#strongestScore = 0
    if (this.#bars >= WARM_UP_BARS)
      for (const live of this.#live) {
        if (live.outcome === 'cancelled') continue
        const s =
          live.match.score *
          this.#params.agePerBar ** (ordinal - live.bar) *
          (live.outcome === 'confirmed' ? this.#params.confirmed : 1) *
          (live.beforeDoji ? this.#params.afterDoji : 1)
        if (Math.abs(s) <= Math.abs(this.#strongestScore)) continue
        this.#strongestScore = s
        this.#strongest = live
      }
    this.score = clip(this.#strongestScore)
    const lean: SignalDirection = this.score >= this.#params.bias ? 1 : this.score <= -this.#params.bias ? -1 : 0
    this.bias = lean === 1 ? 'bullish' : lean === -1 ? 'bearish' : 'neutral'
    this.strength = Math.abs(this.score)
  }

  #record(record: PatternRecord): void {
    this.records = [...this.records, record].slice(-MAX_RECORDS)
  }

  #reasons(): Reason<Code, Message>[] {
    const live = this.#strongest
    const doji: Reason<Code, Message>[] = this.#doji
      ? [{ code: 'doji', message: { code: 'candle.doji' }, effect: 0 }]
      : []
    if (live === undefined) {
      const message = { code: 'candle.none', bars: this.#params.barsThatCount } as const
      return [{ code: 'no_pattern', message, effect: 0 }, ...doji]
    }
    const { pattern, direction, at } = live.match
    const name = NAMES[pattern][direction === 1 ? 0 : 1]
    const notes = notesOn(live)
    const message: Message =
      notes.length === 0
        ? { code: 'candle.pattern', pattern: name, barEnd: at }
        : { code: 'candle.pattern.noted', pattern: name, barEnd: at, notes }
    return [{ code: pattern, message, value: this.score, threshold: this.#params.bias, effect: this.score }, ...doji]
  }

  #belowThreshold(): Omit<Reason<Code, Message>, 'effect'> {
    const { bias } = this.#params
    return {
      code: 'below_threshold',
      message: { code: 'candle.below_threshold', score: this.score, needed: bias },
      value: Math.abs(this.score),
      threshold: bias,
    }
  }
}

function notesOn({ match, outcome, beforeDoji }: Live): CandleNote[] {
  const notes: CandleNote[] = []
  if (match.context !== 1) notes.push({ code: 'candle_note.no_trend' })
  if (match.size !== 1) notes.push({ code: 'candle_note.small_range' })
  if (outcome === 'confirmed')
    notes.push(
      match.direction === 1
        ? { code: 'candle_note.confirmed_above', level: match.high }
        : { code: 'candle_note.confirmed_below', level: match.low },
    )
  if (beforeDoji) notes.push({ code: 'candle_note.then_doji' })
  if (!match.strict) notes.push({ code: 'candle_note.gap_tolerance' })
  return notes
}

export const CANDLES = {
  make: ({ params }) => new CandleSignal(params.candle),
  onFiveMinutes: (agent, { bar, end, fiveMinute, volumeRatio }) => agent.push(bar, end, fiveMinute, volumeRatio),
} satisfies BarAgent<CandleSignal>
