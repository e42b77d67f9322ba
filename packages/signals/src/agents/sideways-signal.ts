import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AgentOutput, AgentExplanation } from './agent-output.ts'
import type { BarAgent, OpeningRange } from './bar-agent.ts'
import { SLOPE_EMA_BARS, WILDER_BARS, type FiveMinuteIndicators } from './five-minute-indicators.ts'
import type { Regime, SidewaysCode as Code, SidewaysReason as Message } from '../registry/definitions/sideways-agent.ts'
import type { SignalParams } from '../registry/params.ts'
import type { Bias, Reason } from './signal.ts'

/** Checks that vote for a range. */
const CHECKS = 4

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
      this.strength = this.#votes / CHECKS
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

  explanation(): AgentExplanation<Code, Message> {
    const b = this.#fiveMinute
    const inputs = [{ input: 'five_minute_bars' as const, asOf: this.asOf, count: b.count }]
    const { warmUpBars } = this.#params
    if (!this.ready) {
      const message = { code: 'sideways.warm_up', known: b.count, needed: warmUpBars } as const
      return { inputs, reasons: [{ code: 'warm_up', message, value: b.count, threshold: warmUpBars, effect: 0 }] }
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
      // A market without any range is as sideways as can be: 0 < 3 × 0 would miss it.
      b.range < params.rangeAtr * b.atr.value || b.range === 0,
    ]
  }

  #reasons(): Reason<Code, Message>[] {
    const b = this.#fiveMinute
    const params = this.#params
    const [adx, chop, squeeze, range] = this.#checks()
    const signed = this.bias === 'bullish' ? this.strength : this.bias === 'bearish' ? -this.strength : 0
    const reasons: Reason<Code, Message>[] = [
      { code: this.regime, message: this.#summary(), value: this.#votes, threshold: params.votes, effect: signed },
      {
        code: adx ? 'adx_low' : 'adx_high',
        message: { code: 'sideways.adx', length: WILDER_BARS, adx: b.adx.value, limit: params.adx },
        value: b.adx.value,
        threshold: params.adx,
        effect: 0,
      },
      {
        code: chop ? 'choppy' : 'directional',
        message: {
          code: 'sideways.choppiness',
          length: WILDER_BARS,
          choppiness: b.choppiness.value,
          limit: params.choppiness,
        },
        value: b.choppiness.value,
        threshold: params.choppiness,
        effect: 0,
      },
      this.#rangeReason(range),
    ]
    if (squeeze)
      reasons.push({
        code: 'squeeze',
        message: { code: 'sideways.squeeze' },
        effect: 0,
      })
    const inside = this.#insideOpeningRange
    if (inside !== undefined)
      reasons.push({
        code: 'inside_opening_range',
        message: { code: 'sideways.inside_opening_range', low: inside.low, high: inside.high },
        effect: 0,
      })
    return reasons
  }

  #summary(): Message {
    const { votes, slopeBars } = this.#params
    const adx = this.#fiveMinute.adx.value
    switch (this.regime) {
      case 'range':
        return { code: 'sideways.range', votes: this.#votes, of: CHECKS, needed: votes }
      case 'trend_up':
        return { code: 'sideways.trend_up', length: SLOPE_EMA_BARS, rise: this.#slope, bars: slopeBars, adx }
      case 'trend_down':
        return { code: 'sideways.trend_down', length: SLOPE_EMA_BARS, fall: -this.#slope, bars: slopeBars, adx }
      case 'transition':
        return { code: 'sideways.transition', votes: this.#votes, of: CHECKS }
    }
  }

  #rangeReason(narrow: boolean): Reason<Code, Message> {
    const { range, atr } = this.#fiveMinute
    const { rangeBars, rangeAtr } = this.#params
    const code = narrow ? 'narrow_range' : 'wide_range'
    // A market that stands still has no ATR to measure its range by.
    if (!(atr.value > 0)) return { code, message: { code: 'sideways.width.none', bars: rangeBars }, effect: 0 }
    const ratio = range / atr.value
    return {
      code,
      message: { code: 'sideways.width', bars: rangeBars, range, atrs: ratio, limit: rangeAtr },
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

export const SIDEWAYS = {
  make: ({ params, fiveMinute }) => new SidewaysSignal(params.sideways, fiveMinute),
  onFiveMinutes: (agent, { end, openingRange }) => agent.update(end, openingRange),
} satisfies BarAgent<SidewaysSignal>
