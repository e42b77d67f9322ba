import type { IndexSymbol } from '../instruments/contract.ts'
import { buildUpOf, type BuildUp, type LegMoment } from '../market/build-up.ts'
import { nearestStrike, type OptionChain } from '../market/chain.ts'
import type { ChainMoment } from '../market/chain-history.ts'
import { putCallRatio, volatilityRank } from '../market/chain-measures.ts'
import { PUT } from '../market/option-legs.ts'
import { MINUTE_MS, type EpochMs } from '../time/ist.ts'
import {
  BIAS_OF_DIRECTION,
  clip,
  directionAfter,
  withRemainder,
  type AgentOutput,
  type AgentExplanation,
  type SignalDirection,
} from './agent-output.ts'
import type { Explanations } from './definition.ts'
import type { ChainCode as Code } from './definitions/option-chain-agent.ts'
import type { SignalParams } from './params.ts'
import type { Bias, Reason } from './signal.ts'
import { points, score } from './number-text.ts'

const BUILD_UPS: Readonly<Record<BuildUp, string>> = {
  long_build_up: 'long build-up',
  short_build_up: 'short build-up',
  short_covering: 'short covering',
  long_unwinding: 'long unwinding',
}

/** What option writers and buyers did in the last 15 minutes (signals reference §1.4). */
export class OptionChainSignal implements AgentOutput {
  bias: Bias = 'neutral'
  strength = 0
  asOf = 0 as EpochMs
  score = 0
  /** True once there is a snapshot of 15 minutes ago to compare with. */
  ready = false
  readonly #symbol: IndexSymbol
  readonly #params: SignalParams['chain']
  readonly #chain: OptionChain
  /** a, b, c, d, e of the score. */
  readonly #parts = new Float64Array(5)
  #direction: SignalDirection = 0
  /** Open interest at 09:30; undefined until then or when it was missed. */
  #base: Float64Array | undefined
  /** Put-call ratio at 09:30 over the strikes of the present band. */
  #pcrBase = Number.NaN
  #putChange = 0
  #callChange = 0
  #skewChange = Number.NaN
  readonly #dailyVolatility: readonly number[]
  /** The moment the last update compared with. */
  #before: ChainMoment | undefined

  /** `dailyVolatility`: at-the-money volatilities of past days at 15:00, oldest first, for rank and percentile. */
  constructor(
    symbol: IndexSymbol,
    params: SignalParams['chain'],
    chain: OptionChain,
    dailyVolatility: readonly number[] = [],
  ) {
    this.#symbol = symbol
    this.#dailyVolatility = dailyVolatility
    this.#params = params
    this.#chain = chain
  }

  /** The chain holds the snapshot of the minute that ended at `end`; `baseAt` is 09:30 of the session. */
  holdBase(end: EpochMs, baseAt: EpochMs): void {
    if (end === baseAt && this.#chain.atm >= 0) this.#base = this.#chain.openInterest.slice()
  }

  /** Compares the chain's snapshot with the moment 15 minutes before `lastClosed`, the newest closed minute's end. */
  update(lastClosed: EpochMs): void {
    const chain = this.#chain
    this.asOf = chain.quotedAt as EpochMs
    const before = chain.history.momentAt((lastClosed - this.#params.windowMinutes * MINUTE_MS) as EpochMs)
    this.ready = before !== undefined && chain.atm >= 0
    this.#before = before
    if (before === undefined || chain.atm < 0) {
      this.#rest()
      return
    }
    const { weights } = this.#params
    const parts = this.#parts
    parts[0] = this.#openInterest(before)
    // Both ratios over the same strikes: a band that moved with the market would change the ratio by itself (measured
    // on recorded chains: 0.1, the whole scale, for a step of one strike, and mostly against the move).
    this.#pcrBase = this.#base === undefined ? Number.NaN : putCallRatio(this.#base, chain.bandLow, chain.bandHigh)
    parts[1] =
      this.#pcrBase === this.#pcrBase && chain.pcrOpenInterest === chain.pcrOpenInterest
        ? clip((chain.pcrOpenInterest - this.#pcrBase) / this.#params.pcrScale)
        : 0
    parts[2] = this.#walls(before)
    this.#skewChange = chain.skew - before.skew
    parts[3] = this.#skewChange === this.#skewChange ? clip(-this.#skewChange / this.#params.skewScale) : 0
    parts[4] = this.#flow(before)
    this.score =
      weights.openInterest * parts[0] +
      weights.pcr * parts[1] +
      weights.walls * parts[2] +
      weights.skew * parts[3] +
      weights.flow * parts[4]
    this.#direction = directionAfter(this.#direction, this.score, this.#params.enter, this.#params.leave)
    this.bias = BIAS_OF_DIRECTION[`${this.#direction}`]
    this.strength = Math.abs(this.score)
  }

  explanation(): AgentExplanation<Code> {
    const inputs = [{ name: 'option chain', asOf: this.asOf, count: this.#chain.legs.slots.length }]
    if (!this.ready) {
      const text =
        this.#chain.atm < 0
          ? 'The option chain has no usable prices near the money yet.'
          : `The chain is compared with ${this.#params.windowMinutes} minutes ago, which is not known yet.`
      return { inputs, reasons: [{ code: 'warm_up', text, effect: 0 }], components: this.#components() }
    }
    return {
      inputs,
      reasons: withRemainder(this.#reasons(), this.#direction * this.strength, {
        code: 'below_threshold',
        text: `The parts add up to ${score(this.score)}; ${this.#params.enter} is needed to take a side (${this.#params.leave} to keep one).`,
        value: Math.abs(this.score),
        threshold: this.#params.enter,
      }),
      components: this.#components(),
    }
  }

  /** Put open interest added over call open interest added; NaN when either fell. */
  get #pcrChange(): number {
    return this.#callChange > 0 && this.#putChange >= 0 ? this.#putChange / this.#callChange : Number.NaN
  }

  #rest(): void {
    this.#parts.fill(0)
    this.#direction = 0
    this.score = 0
    this.strength = 0
    this.bias = 'neutral'
  }

  /** Open interest added on the put side against the call side, scaled by how much moved at all. */
  #openInterest(before: ChainMoment): number {
    const { openInterest, bandLow, bandHigh } = this.#chain
    let gross = 0
    let total = 0
    this.#putChange = 0
    this.#callChange = 0
    for (let i = bandLow; i <= bandHigh; i += 1) {
      const call = openInterest[2 * i]! - before.openInterest[2 * i]!
      const put = openInterest[2 * i + PUT]! - before.openInterest[2 * i + PUT]!
      this.#callChange += call
      this.#putChange += put
      gross += Math.abs(call) + Math.abs(put)
      total += openInterest[2 * i]! + openInterest[2 * i + PUT]!
    }
    const share = total > 0 ? gross / total : 0
    if (gross === 0 || share < this.#params.minGrossShare) return 0
    const reference = this.#params.grossReference[this.#symbol]
    return ((this.#putChange - this.#callChange) / gross) * Math.min(1, share / reference)
  }

  /** A wall broken while its writers cover, else where the forward stands between the walls. */
  #walls(before: ChainMoment): number {
    const { forward, resistance, support } = this.#chain
    if (forward > before.resistance && this.#fell(before, before.resistance, 0)) return 1
    if (forward < before.support && this.#fell(before, before.support, PUT)) return -1
    if (!(resistance > support)) return 0
    return (0.5 * (resistance - forward - (forward - support))) / (resistance - support)
  }

  #fell(before: ChainMoment, strike: number, side: number): boolean {
    const leg = 2 * nearestStrike(this.#chain.legs.strikes, strike) + side
    const then = before.openInterest[leg]!
    return then > 0 && this.#chain.openInterest[leg]! <= (1 - this.#params.wallDrop) * then
  }

  /** New positions near the money with rising volatility are bought, with falling volatility written. */
  #flow(before: ChainMoment): number {
    const { openInterest, iv, atm, legs } = this.#chain
    const near = this.#params.nearStrikes
    let sum = 0
    let gross = 0
    for (let i = Math.max(0, atm - near); i <= Math.min(legs.strikes.length - 1, atm + near); i += 1)
      for (let side = 0; side <= PUT; side += 1) {
        const leg = 2 * i + side
        const change = openInterest[leg]! - before.openInterest[leg]!
        gross += Math.abs(change)
        const ivChange = iv[leg]! - before.iv[leg]!
        // NaN (a volatility is missing) has no sign and counts 0.
        const sign = ivChange > 0 ? 1 : ivChange < 0 ? -1 : 0
        sum += (side === PUT ? -1 : 1) * sign * Math.max(change, 0)
      }
    return gross === 0 ? 0 : sum / gross
  }

  #reasons(): Reason<Code>[] {
    const chain = this.#chain
    const { weights, windowMinutes } = this.#params
    const p = this.#parts
    const lakh = (units: number) => `${score(units / 100_000)} lakh`
    return [
      {
        code: 'open_interest',
        text: `In ${windowMinutes} minutes put open interest near the money changed by ${lakh(this.#putChange)}, call open interest by ${lakh(this.#callChange)}.`,
        value: this.#putChange - this.#callChange,
        effect: weights.openInterest * p[0]!,
      },
      this.#ratioReason(),
      {
        code: 'walls',
        text: wallsText(chain),
        value: chain.forward,
        effect: weights.walls * p[2]!,
      },
      {
        code: 'skew',
        text:
          this.#skewChange === this.#skewChange
            ? `Puts became ${score(this.#skewChange)} volatility points dearer against calls in ${windowMinutes} minutes.`
            : 'The skew between puts and calls is not known.',
        ...(this.#skewChange === this.#skewChange && { value: this.#skewChange }),
        effect: weights.skew * p[3]!,
      },
      {
        code: 'flow',
        text:
          p[4]! > 0
            ? 'New positions at the money look like calls bought or puts written.'
            : p[4]! < 0
              ? 'New positions at the money look like puts bought or calls written.'
              : 'New positions at the money show no side.',
        value: p[4]!,
        effect: weights.flow * p[4]!,
      },
      ...this.#buildUps(),
    ]
  }

  #ratioReason(): Reason<Code> {
    const { pcrOpenInterest } = this.#chain
    const effect = this.#params.weights.pcr * this.#parts[1]!
    if (pcrOpenInterest !== pcrOpenInterest)
      return { code: 'pcr', text: 'The put-call ratio is not known: no call is open near the money.', effect }
    const base = this.#pcrBase
    const text =
      base === base
        ? `The put-call ratio is ${pcrOpenInterest.toFixed(2)}; at 09:30 it was ${base.toFixed(2)} for the same strikes.`
        : `The put-call ratio is ${pcrOpenInterest.toFixed(2)}; its value at 09:30 is not known.`
    return { code: 'pcr', text, value: pcrOpenInterest, effect }
  }

  /** What kind of position was built up near the money, by strike and side. It explains; the flow above is what counts. */
  #buildUps(): Reason<Code>[] {
    const before = this.#before
    const chain = this.#chain
    if (before === undefined) return []
    const seen: string[] = []
    const { nearStrikes, buildUp } = this.#params
    const last = Math.min(chain.legs.strikes.length - 1, chain.atm + nearStrikes)
    for (let leg = 2 * Math.max(0, chain.atm - nearStrikes); leg <= 2 * last + PUT; leg += 1) {
      const side = (leg & 1) === PUT ? 'PE' : 'CE'
      const read = buildUpOf(side, legAt(before, leg), legAt(chain, leg), buildUp)
      if (read === undefined) continue
      const led = read.ivDriven === null ? '' : `, ${read.ivDriven} lead`
      seen.push(`${chain.legs.strikes[leg >> 1]} ${side} ${BUILD_UPS[read.kind]} (${read.meaning}${led})`)
    }
    if (seen.length === 0) return []
    return [{ code: 'build_up', text: `Near the money: ${seen.join('; ')}.`, value: seen.length, effect: 0 }]
  }

  #components(): Record<string, number> {
    const c = this.#chain
    const standing = volatilityRank(this.#dailyVolatility, c.atmIv)
    const all = {
      forward: c.forward,
      atmIv: c.atmIv,
      ivRank: standing?.rank ?? Number.NaN,
      ivPercentile: standing?.percentile ?? Number.NaN,
      pcr: c.pcrOpenInterest,
      pcrVolume: c.pcrVolume,
      pcrChange: this.#pcrChange,
      maxPain: c.maxPain,
      resistance: c.resistance,
      support: c.support,
      skew: c.skew,
      straddle: c.straddle,
      expectedMove: c.expectedMove,
      score: this.score,
    }
    return Object.fromEntries(Object.entries(all).filter(([, value]) => Number.isFinite(value)))
  }
}

/** Where the forward stands. A wall is missing where no option of its side is open, or no strike is listed. */
function wallsText({ forward, support, resistance }: OptionChain): string {
  if (support === support && resistance === resistance)
    return `The forward ${points(forward)} stands between put support ${support} and call resistance ${resistance}.`
  if (support === support)
    return `The forward ${points(forward)} stands above put support ${support}; no call wall is known.`
  if (resistance === resistance)
    return `The forward ${points(forward)} stands below call resistance ${resistance}; no put wall is known.`
  return `Neither a put nor a call wall is known near the forward ${points(forward)}.`
}

function legAt(at: Pick<ChainMoment, 'price' | 'openInterest' | 'iv'>, leg: number): LegMoment {
  return { price: at.price[leg]!, openInterest: at.openInterest[leg]!, iv: at.iv[leg]! }
}

const explanations: Explanations<Code> = {
  warm_up: [
    'The option chain has no usable prices near the money yet.',
    'The chain is compared with {0} minutes ago, which is not known yet.',
  ],
  open_interest: [
    'In {0} minutes put open interest near the money changed by {1} lakh, call open interest by {2} lakh.',
  ],
  pcr: [
    'The put-call ratio is {0}; at {1} it was {2} for the same strikes.',
    'The put-call ratio is {0}; its value at {1} is not known.',
    'The put-call ratio is not known: no call is open near the money.',
  ],
  walls: [
    'The forward {0} stands between put support {1} and call resistance {2}.',
    'The forward {0} stands above put support {1}; no call wall is known.',
    'The forward {0} stands below call resistance {1}; no put wall is known.',
    'Neither a put nor a call wall is known near the forward {0}.',
  ],
  skew: [
    'Puts became {0} volatility points dearer against calls in {1} minutes.',
    'The skew between puts and calls is not known.',
  ],
  flow: [
    'New positions at the money look like calls bought or puts written.',
    'New positions at the money look like puts bought or calls written.',
    'New positions at the money show no side.',
  ],
  build_up: [
    'Near the money: {clauses}.',
    ...Object.values(BUILD_UPS).flatMap((kind) =>
      ['CE', 'PE'].flatMap((side) =>
        ['bullish', 'bearish'].flatMap((meaning) =>
          ['', ', buyers lead', ', writers lead'].map((led) => `{0} ${side} ${kind} (${meaning}${led})`),
        ),
      ),
    ),
  ],
  below_threshold: ['The parts add up to {0}; {1} is needed to take a side ({2} to keep one).'],
}

export const OPTION_CHAIN = { explanations }
