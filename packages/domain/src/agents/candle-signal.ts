import type { Bar } from '../indicators/bar.ts'
import type { EpochMs } from '../time/ist.ts'
import { clip, withRemainder, type AgentOutput, type AgentExplanation, type SignalDirection } from './agent-output.ts'
import type { BarAgent } from './bar-agent.ts'
import { CandlePatterns, PATTERN_BARS, PATTERNS, type Pattern } from './candle-patterns.ts'
import type { FiveMinuteIndicators } from './five-minute-indicators.ts'
import type { Explanations } from './definition.ts'
import type { CandleCode as Code } from './definitions/candle-agent.ts'
import type { SignalParams } from './params.ts'
import type { Bias, Reason } from './signal.ts'
import { clockTime, points, score } from './number-text.ts'

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

const TITLES: Readonly<Record<Exclude<Pattern, 'doji'>, readonly [up: string, down: string]>> = {
  engulfing: ['bullish engulfing', 'bearish engulfing'],
  hammer: ['hammer', 'hammer'],
  shootingStar: ['shooting star', 'shooting star'],
  morningStar: ['morning star', 'morning star'],
  eveningStar: ['evening star', 'evening star'],
  marubozu: ['white marubozu', 'black marubozu'],
  harami: ['bullish harami', 'bearish harami'],
  whiteSoldiers: ['three white soldiers', 'three white soldiers'],
  blackCrows: ['three black crows', 'three black crows'],
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

  explanation(): AgentExplanation<Code> {
    const inputs = [{ name: 'five-minute bars', asOf: this.asOf, count: this.#bars }]
    if (this.#bars < WARM_UP_BARS)
      return {
        inputs,
        reasons: [
          {
            code: 'warm_up',
            text: `Only ${this.#bars} of the ${WARM_UP_BARS} five-minute bars needed are known yet.`,
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

  #reasons(): Reason<Code>[] {
    const live = this.#strongest
    const doji: Reason<Code>[] = this.#doji
      ? [{ code: 'doji', text: 'The last bar is a doji: neither side won it.', effect: 0 }]
      : []
    if (live === undefined)
      return [
        { code: 'no_pattern', text: 'No candlestick pattern in the last three five-minute bars.', effect: 0 },
        ...doji,
      ]
    const { match } = live
    const title = TITLES[match.pattern][match.direction === 1 ? 0 : 1]
    const parts = [
      `${capital(title)} on the bar that ended at ${clockTime(match.at)}`,
      match.context === 1 ? '' : 'without the trend it should reverse',
      match.size === 1 ? '' : 'on a small range',
      live.outcome === 'confirmed'
        ? `confirmed by a later close ${match.direction === 1 ? `above ${points(match.high)}` : `below ${points(match.low)}`}`
        : '',
      live.beforeDoji ? 'followed by a doji' : '',
      match.strict ? '' : 'counted with a small tolerance for the gap',
    ]
    const text = `${parts.filter((part) => part !== '').join(', ')}.`
    return [{ code: match.pattern, text, value: this.score, threshold: this.#params.bias, effect: this.score }, ...doji]
  }

  #belowThreshold(): Omit<Reason<Code>, 'effect'> {
    const { bias } = this.#params
    return {
      code: 'below_threshold',
      text: `The pattern's score ${score(this.score)} is under the ${bias} that would count.`,
      value: Math.abs(this.score),
      threshold: bias,
    }
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What says of a pattern which kind it is, seen where. */
const seen = (pattern: Exclude<Pattern, 'doji'>): string[] =>
  [...new Set(TITLES[pattern])].flatMap((title) => [
    `${capital(title)} on the bar that ended at {0}`,
    `${capital(title)} on the bar that ended at {0}.`,
  ])

const explanations: Explanations<Code> = {
  warm_up: ['Only {0} of the {1} five-minute bars needed are known yet.'],
  no_pattern: ['No candlestick pattern in the last three five-minute bars.'],
  doji: ['The last bar is a doji: neither side won it.'],
  below_threshold: ["The pattern's score {0} is under the {1} that would count."],
  engulfing: [
    ...seen('engulfing'),
    // What every pattern's sentence goes on with.
    '{parts}.',
    'without the trend it should reverse',
    'on a small range',
    'confirmed by a later close above {0}',
    'confirmed by a later close below {0}',
    'followed by a doji',
    'counted with a small tolerance for the gap',
  ],
  hammer: seen('hammer'),
  shootingStar: seen('shootingStar'),
  morningStar: seen('morningStar'),
  eveningStar: seen('eveningStar'),
  marubozu: seen('marubozu'),
  harami: seen('harami'),
  whiteSoldiers: seen('whiteSoldiers'),
  blackCrows: seen('blackCrows'),
}

export const CANDLES = {
  explanations,
  make: ({ params }) => new CandleSignal(params.candle),
  onFiveMinutes: (agent, { bar, end, fiveMinute, volumeRatio }) => agent.push(bar, end, fiveMinute, volumeRatio),
} satisfies BarAgent<CandleSignal> & { explanations: typeof explanations }
