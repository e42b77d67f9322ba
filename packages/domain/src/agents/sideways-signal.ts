import type { EpochMs } from '../time/ist.ts'
import type { AgentOutput, AgentExplanation } from './agent-output.ts'
import type { BarAgent, OpeningRange } from './bar-agent.ts'
import type { FiveMinuteIndicators } from './five-minute-indicators.ts'
import type { Explanations } from './definition.ts'
import type { SidewaysCode as Code } from './definitions/sideways-agent.ts'
import type { SignalParams } from './params.ts'
import type { Bias, Reason } from './signal.ts'
import { points } from './number-text.ts'

export type Regime = 'range' | 'trend_up' | 'trend_down' | 'transition'

/** Is the market going anywhere? Four votes on closed five-minute bars (signals reference §1.5). */
export class SidewaysSignal implements AgentOutput {
  bias: Bias = 'neutral'
  strength = 0
  asOf = 0 as EpochMs
  regime: Regime = 'transition'
  readonly #params: SignalParams['sideways']
  readonly #fiveMinute: FiveMinuteIndicators
  #votes = 0
  #insideOpeningRange: OpeningRange | undefined

  constructor(params: SignalParams['sideways'], fiveMinute: FiveMinuteIndicators) {
    this.#params = params
    this.#fiveMinute = fiveMinute
  }

  get ready(): boolean {
    return this.#fiveMinute.count >= this.#params.warmUpBars
  }

  /** The board holds a new closed five-minute bar. `openingRange` only from 10:30 on. */
  update(end: EpochMs, openingRange: OpeningRange | undefined): void {
    this.asOf = end
    this.#insideOpeningRange = openingRange?.inside === true ? openingRange : undefined
    if (!this.ready) return
    const b = this.#fiveMinute
    const params = this.#params
    const [adx, chop, squeeze, range] = this.#checks()
    this.#votes = Number(adx) + Number(chop) + Number(squeeze) + Number(range)
    const slope = this.#slope
    if (this.#votes >= params.votes) {
      this.regime = 'range'
      this.bias = 'neutral'
      this.strength = this.#votes / 4
    } else if (b.adx.value >= params.adx && Math.abs(slope) >= params.slopeAtr * b.atr.value) {
      this.regime = slope > 0 ? 'trend_up' : 'trend_down'
      this.bias = slope > 0 ? 'bullish' : 'bearish'
      this.strength = Math.min(1, (b.adx.value - params.adx) / params.adxScale)
    } else {
      this.regime = 'transition'
      this.bias = 'neutral'
      this.strength = params.transitionStrength
    }
  }

  explanation(): AgentExplanation<Code> {
    const b = this.#fiveMinute
    const inputs = [{ name: 'five-minute bars', asOf: this.asOf, count: b.count }]
    const { warmUpBars } = this.#params
    if (!this.ready) {
      const text = `Only ${b.count} of the ${warmUpBars} five-minute bars needed are known yet.`
      return { inputs, reasons: [{ code: 'warm_up', text, value: b.count, threshold: warmUpBars, effect: 0 }] }
    }
    return { inputs, reasons: this.#reasons(), regime: this.regime, components: this.#components() }
  }

  /** Change of EMA20 over the last bars, points. */
  get #slope(): number {
    return this.#fiveMinute.ema20.value - this.#fiveMinute.ema20Back(this.#params.slopeBars)
  }

  #checks(): [adx: boolean, chop: boolean, squeeze: boolean, range: boolean] {
    const b = this.#fiveMinute
    const params = this.#params
    return [
      b.adx.value < params.adx,
      b.choppiness.value > params.choppiness,
      b.squeeze.on,
      // A market without any range at all is as sideways as can be: 0 < 3 × 0 would miss it.
      b.range < params.rangeAtr * b.atr.value || b.range === 0,
    ]
  }

  #reasons(): Reason<Code>[] {
    const b = this.#fiveMinute
    const params = this.#params
    const [adx, chop, squeeze, range] = this.#checks()
    const signed = this.bias === 'bullish' ? this.strength : this.bias === 'bearish' ? -this.strength : 0
    const summary: Record<Regime, string> = {
      range: `Sideways: ${this.#votes} of 4 checks say range, ${params.votes} are enough.`,
      trend_up: `Trending up: EMA 20 rose ${points(this.#slope)} points in ${params.slopeBars} bars with ADX ${b.adx.value.toFixed(1)}.`,
      trend_down: `Trending down: EMA 20 fell ${points(-this.#slope)} points in ${params.slopeBars} bars with ADX ${b.adx.value.toFixed(1)}.`,
      transition: `Neither a range nor a trend: ${this.#votes} of 4 range checks, and no clear slope.`,
    }
    const reasons: Reason<Code>[] = [
      { code: this.regime, text: summary[this.regime], value: this.#votes, threshold: params.votes, effect: signed },
      {
        code: adx ? 'adx_low' : 'adx_high',
        text: `ADX 14 is ${b.adx.value.toFixed(1)}; under ${params.adx} there is no trend.`,
        value: b.adx.value,
        threshold: params.adx,
        effect: 0,
      },
      {
        code: chop ? 'choppy' : 'directional',
        text: `Choppiness 14 is ${b.choppiness.value.toFixed(1)}; over ${params.choppiness} the market goes back and forth.`,
        value: b.choppiness.value,
        threshold: params.choppiness,
        effect: 0,
      },
      this.#rangeReason(range),
    ]
    if (squeeze)
      reasons.push({
        code: 'squeeze',
        text: 'Bollinger bands lie inside the Keltner channel: volatility is squeezed.',
        effect: 0,
      })
    const inside = this.#insideOpeningRange
    if (inside !== undefined)
      reasons.push({
        code: 'inside_opening_range',
        text: `Price is still inside the opening range ${points(inside.low)} to ${points(inside.high)}.`,
        effect: 0,
      })
    return reasons
  }

  #rangeReason(narrow: boolean): Reason<Code> {
    const { range, atr } = this.#fiveMinute
    const { rangeBars, rangeAtr } = this.#params
    const code = narrow ? 'narrow_range' : 'wide_range'
    // A market that stands still has no ATR to measure its range by.
    if (!(atr.value > 0)) return { code, text: `The last ${rangeBars} bars have no range.`, effect: 0 }
    const ratio = range / atr.value
    return {
      code,
      text: `The last ${rangeBars} bars span ${points(range)} points, ${ratio.toFixed(1)} ATR; under ${rangeAtr} is narrow.`,
      value: ratio,
      threshold: rangeAtr,
      effect: 0,
    }
  }

  #components(): Record<string, number> {
    const b = this.#fiveMinute
    return {
      votes: this.#votes,
      adx: b.adx.value,
      choppiness: b.choppiness.value,
      squeeze: b.squeeze.on ? 1 : 0,
      rangeAtr: b.atr.value > 0 ? b.range / b.atr.value : 0,
    }
  }
}

const explanations: Explanations<Code> = {
  warm_up: ['Only {0} of the {1} five-minute bars needed are known yet.'],
  range: ['Sideways: {0} of {1} checks say range, {2} are enough.'],
  trend_up: ['Trending up: EMA {0} rose {1} points in {2} bars with ADX {3}.'],
  trend_down: ['Trending down: EMA {0} fell {1} points in {2} bars with ADX {3}.'],
  transition: ['Neither a range nor a trend: {0} of {1} range checks, and no clear slope.'],
  adx_low: ['ADX {0} is {1}; under {2} there is no trend.'],
  adx_high: ['ADX {0} is {1}; under {2} there is no trend.'],
  choppy: ['Choppiness {0} is {1}; over {2} the market goes back and forth.'],
  directional: ['Choppiness {0} is {1}; over {2} the market goes back and forth.'],
  narrow_range: [
    'The last {0} bars have no range.',
    'The last {0} bars span {1} points, {2} ATR; under {3} is narrow.',
  ],
  wide_range: ['The last {0} bars span {1} points, {2} ATR; under {3} is narrow.'],
  squeeze: ['Bollinger bands lie inside the Keltner channel: volatility is squeezed.'],
  inside_opening_range: ['Price is still inside the opening range {0} to {1}.'],
}

export const SIDEWAYS = {
  explanations,
  make: ({ params, fiveMinute }) => new SidewaysSignal(params.sideways, fiveMinute),
  onFiveMinutes: (agent, { end, openingRange }) => agent.update(end, openingRange),
} satisfies BarAgent<SidewaysSignal> & { explanations: typeof explanations }
