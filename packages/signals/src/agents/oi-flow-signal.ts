import { buildUpOf, type LegMoment } from '../option-chain/build-up.ts'
import type { ChainMoment } from '../option-chain/chain-history.ts'
import { PUT } from '@strikewise/domain/market/option-legs.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { OI_FLOW_AGENT, type OiFlowParams } from '../registry/definitions/oi-flow-agent.ts'
import type { OiFlowCode as Code, OiFlowReason as Message } from '../registry/definitions/oi-flow-agent.ts'
import { absentInput } from './absent-input.ts'
import { clip, type AgentExplanation, type AgentOutput } from './agent-output.ts'
import type { ChainMinute, ChainMinuteAgent, ChainReading } from './chain-minute-agent.ts'
import { hasChainQuotes } from './chain-quotes.ts'
import type { RunningAgent } from './guarded-agent.ts'
import type { Bias, Reason } from './signal.ts'

/**
 * OI flow. For every call and put within 5 strikes of the money, over the last 15 minutes: ΔP is the change of its
 * price (rupees), ΔOI that of its open interest (units), and s = +1 when ΔP points to a rise of the index (a call up, a
 * put down), -1 when to a fall; s = 0 inside the dead band of the chain agent's build-up (price max(0.5 %, ₹0.50), open
 * interest 1 %).
 *
 *     net = Σ s · ΔOI / Σ |ΔOI|     turnover = Σ |ΔOI| / Σ OI before     score = net × min(1, turnover / usual)
 *
 * Positions opened with the price count its way; positions closed count against it, since a move made of covering runs
 * out. `usual` is the median turnover of 15 minutes (0.03 NIFTY, 0.013 BANKNIFTY, signals reference §1.4). Reads the
 * chain when a minute closes and its moment 15 minutes before; at most 22 contracts a minute, nothing between. Stale
 * without quotes, and until a moment of 15 minutes ago is known.
 *
 * Source: J. J. Murphy, Technical Analysis of the Financial Markets (1999), chapter 7 (price and open interest); A.
 * Fodor, K. Krieger, J. Doran, "Do option open-interest changes foreshadow future equity returns?", Financial Markets
 * and Portfolio Management 25 (2011). The width of 5 strikes is this product's choice, and on trial.
 */
export class OiFlowSignal implements RunningAgent, AgentOutput {
  bias: Bias = 'neutral'
  strength = 0
  asOf = 0 as EpochMs
  /** Signed, -1 … 1. */
  score = 0
  readonly #params: OiFlowParams
  readonly #chainMs: number
  /** Why there is no reading; undefined: there is one. */
  #absent: 'chain_missing' | 'warm_up' | undefined = 'chain_missing'
  /** Units whose change supports a rise or a fall, all that changed, and what was open before. */
  #bullish = 0
  #bearish = 0
  #gross = 0
  #before = 0
  #legs = 0

  /** `chainMs`: age at which quotes are too old. */
  constructor(params: OiFlowParams, chainMs: number) {
    this.#params = params
    this.#chainMs = chainMs
  }

  push({ end, chain }: ChainMinute): void {
    this.asOf = end
    this.#bullish = this.#bearish = this.#gross = this.#before = this.#legs = 0
    const before = chain.history.momentAt((end - this.#params.windowMinutes * MINUTE_MS) as EpochMs)
    const isQuoted = hasChainQuotes(chain, this.#chainMs)
    this.#absent = !isQuoted ? 'chain_missing' : before === undefined ? 'warm_up' : undefined
    if (isQuoted && before !== undefined) this.#add(chain, before)
    const net = this.#gross > 0 ? (this.#bullish - this.#bearish) / this.#gross : 0
    this.score = net * clip(this.#turnover / this.#params.fullTurnover[chain.symbol])
    this.strength = Math.abs(this.score)
    this.bias = this.score > 0 ? 'bullish' : this.score < 0 ? 'bearish' : 'neutral'
  }

  /** Undefined: as long as a minute speaks. */
  get span(): RunningAgent['span'] {
    return this.#absent === undefined ? undefined : absentInput(this.asOf)
  }

  explanation(): AgentExplanation<Code, Message> {
    const inputs = [{ input: 'option_chain' as const, asOf: this.asOf, count: this.#legs }]
    const components =
      this.#absent === undefined
        ? { bullish: this.#bullish, bearish: this.#bearish, changed: this.#gross, turnover: this.#turnover }
        : {}
    return { inputs, reasons: [this.#reason()], components }
  }

  get #turnover(): number {
    return this.#before > 0 ? this.#gross / this.#before : 0
  }

  #add(chain: ChainReading, before: ChainMoment): void {
    const { nearStrikes, buildUp } = this.#params
    const last = Math.min(chain.legs.strikes.length - 1, chain.atm + nearStrikes)
    for (let leg = 2 * Math.max(0, chain.atm - nearStrikes); leg <= 2 * last + PUT; leg += 1) {
      const [then, now] = [legAt(before, leg), legAt(chain, leg)]
      const change = now.openInterest - then.openInterest
      this.#gross += Math.abs(change)
      this.#before += then.openInterest
      this.#legs += 1
      const built = buildUpOf((leg & 1) === PUT ? 'PE' : 'CE', then, now, buildUp)
      if (built === undefined) continue
      if ((built.meaning === 'bullish') === change > 0) this.#bullish += Math.abs(change)
      else this.#bearish += Math.abs(change)
    }
  }

  #reason(): Reason<Code, Message> {
    const { windowMinutes: minutes } = this.#params
    if (this.#absent === 'chain_missing')
      return { code: 'chain_missing', message: { code: 'oi_change.chain_missing' }, effect: 0 }
    if (this.#absent === 'warm_up')
      return { code: 'warm_up', message: { code: 'oi_change.warm_up', minutes }, effect: 0 }
    if (this.#gross === 0) return { code: 'no_flow', message: { code: 'oi_change.none', minutes }, effect: 0 }
    if (this.score === 0)
      return { code: 'balanced', message: { code: 'oi_change.balanced', minutes }, value: 0, effect: 0 }
    const direction = this.score > 0 ? 'bullish' : 'bearish'
    return {
      code: `flow_${direction}`,
      message: {
        code: 'oi_change.net',
        direction,
        minutes,
        bullish: this.#bullish,
        bearish: this.#bearish,
        turnover: this.#turnover,
      },
      value: (this.#bullish - this.#bearish) / this.#gross,
      effect: this.score,
    }
  }
}

function legAt(at: Pick<ChainMoment, 'price' | 'openInterest' | 'iv'>, leg: number): LegMoment {
  return { price: at.price[leg]!, openInterest: at.openInterest[leg]!, iv: at.iv[leg]! }
}

export const OI_FLOW = {
  make: ({ ttl }) => new OiFlowSignal(OI_FLOW_AGENT.params, ttl.chainMs),
  onMinute: (agent, minute) => agent.push(minute),
} satisfies ChainMinuteAgent<OiFlowSignal>
