import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { buildUpOf, type LegMoment } from '../option-chain/build-up.ts'
import { nearestStrike, type OptionChain } from '../option-chain/chain.ts'
import type { ChainMoment } from '../option-chain/chain-history.ts'
import { putCallRatio } from '@strikewise/domain/market/pcr.ts'
import { volatilityRank } from '@strikewise/domain/market/iv-rank.ts'
import { PUT } from '@strikewise/domain/market/option-legs.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import {
  BIAS_OF_DIRECTION,
  clip,
  directionAfter,
  withRemainder,
  type AgentOutput,
  type AgentExplanation,
  type SignalDirection,
} from './agent-output.ts'
import type { ChainCode as Code, ChainLeg, ChainReason as Message } from '../registry/definitions/option-chain-agent.ts'
import type { SignalParams } from '../registry/params.ts'
import type { Bias, Reason } from './signal.ts'

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

  explanation(): AgentExplanation<Code, Message> {
    const inputs = [{ input: 'option_chain' as const, asOf: this.asOf, count: this.#chain.legs.slots.length }]
    if (!this.ready) {
      const message: Message =
        this.#chain.atm < 0
          ? { code: 'chain.warm_up.no_prices' }
          : { code: 'chain.warm_up.window', minutes: this.#params.windowMinutes }
      return { inputs, reasons: [{ code: 'warm_up', message, effect: 0 }], components: this.#components() }
    }
    const { enter, leave } = this.#params
    return {
      inputs,
      reasons: withRemainder(this.#reasons(), this.#direction * this.strength, {
        code: 'below_threshold',
        message: { code: 'chain.below_threshold', score: this.score, enter, leave },
        value: Math.abs(this.score),
        threshold: enter,
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

  /** Open interest added on the put side against the call side, scaled by everything that moved. */
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

  #reasons(): Reason<Code, Message>[] {
    const chain = this.#chain
    const { weights, windowMinutes } = this.#params
    const p = this.#parts
    const change = this.#skewChange
    return [
      {
        code: 'open_interest',
        message: {
          code: 'chain.open_interest',
          minutes: windowMinutes,
          puts: this.#putChange,
          calls: this.#callChange,
        },
        value: this.#putChange - this.#callChange,
        effect: weights.openInterest * p[0]!,
      },
      this.#ratioReason(),
      {
        code: 'walls',
        message: wallsMessage(chain),
        value: chain.forward,
        effect: weights.walls * p[2]!,
      },
      {
        code: 'skew',
        message:
          change === change ? { code: 'chain.skew', change, minutes: windowMinutes } : { code: 'chain.skew.unknown' },
        ...(change === change && { value: change }),
        effect: weights.skew * p[3]!,
      },
      {
        code: 'flow',
        message: { code: 'chain.flow', direction: p[4]! > 0 ? 'bullish' : p[4]! < 0 ? 'bearish' : 'none' },
        value: p[4]!,
        effect: weights.flow * p[4]!,
      },
      ...this.#buildUps(),
    ]
  }

  #ratioReason(): Reason<Code, Message> {
    const { pcrOpenInterest: ratio } = this.#chain
    const effect = this.#params.weights.pcr * this.#parts[1]!
    if (ratio !== ratio) return { code: 'pcr', message: { code: 'chain.pcr.unknown' }, effect }
    const base = this.#pcrBase
    const baseAt = this.#params.pcrBase
    const message: Message =
      base === base ? { code: 'chain.pcr', ratio, base, baseAt } : { code: 'chain.pcr.no_base', ratio, baseAt }
    return { code: 'pcr', message, value: ratio, effect }
  }

  /** What kind of position was built up near the money, by strike and side. It explains; the flow above is what counts. */
  #buildUps(): Reason<Code, Message>[] {
    const before = this.#before
    const chain = this.#chain
    if (before === undefined) return []
    const legs: ChainLeg[] = []
    const { nearStrikes, buildUp } = this.#params
    const last = Math.min(chain.legs.strikes.length - 1, chain.atm + nearStrikes)
    for (let leg = 2 * Math.max(0, chain.atm - nearStrikes); leg <= 2 * last + PUT; leg += 1) {
      const side = (leg & 1) === PUT ? 'PE' : 'CE'
      const read = buildUpOf(side, legAt(before, leg), legAt(chain, leg), buildUp)
      if (read === undefined) continue
      const { kind, meaning, ivDriven: led } = read
      const seen = { strike: chain.legs.strikes[leg >> 1]!, side, kind, meaning } as const
      legs.push(
        led === null ? { code: 'chain_leg.build_up', ...seen } : { code: 'chain_leg.build_up.led', ...seen, led },
      )
    }
    if (legs.length === 0) return []
    return [{ code: 'build_up', message: { code: 'chain.build_up', legs }, value: legs.length, effect: 0 }]
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
function wallsMessage({ forward, support, resistance }: OptionChain): Message {
  if (support === support && resistance === resistance)
    return { code: 'chain.walls.between', forward, support, resistance }
  if (support === support) return { code: 'chain.walls.support', forward, support }
  if (resistance === resistance) return { code: 'chain.walls.resistance', forward, resistance }
  return { code: 'chain.walls.none', forward }
}

function legAt(at: Pick<ChainMoment, 'price' | 'openInterest' | 'iv'>, leg: number): LegMoment {
  return { price: at.price[leg]!, openInterest: at.openInterest[leg]!, iv: at.iv[leg]! }
}
