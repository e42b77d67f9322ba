import { Bipower } from '../indicators/bipower.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { slotOf, type SpikeProfile } from '../option-chain/spike-profile.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AgentOutput, AgentExplanation } from './agent-output.ts'
import type { BarAgent } from './bar-agent.ts'
import type { SpikeCode as Code, SpikeReason as Message } from '../registry/definitions/spike-agent.ts'
import type { SignalParams } from '../registry/params.ts'
import type { Bias, Reason } from './signal.ts'

/** Robust z of a normal sample: 0.6745 × (x - median) / MAD. */
const MAD_TO_SD = 0.6745

/** A one-minute jump of the index. */
export interface Spike {
  /** End of its minute. */
  readonly at: EpochMs
  /** Return over volatility, signed. */
  readonly l: number
  /** The future's volume was far above what is usual at that time. */
  readonly onVolume: boolean
}

/** A closed minute's spike, or a move within seconds (provisional), holds entries. */
export type SpikeHold = 'closed' | 'provisional'

/**
 * Jumps of the index on closed one-minute bars (signals reference §1.8). It detects and protects, it predicts nothing:
 * after the pause in which nothing is entered it leans the way of the jump, ever less.
 */
export class SpikeSignal implements AgentOutput {
  bias: Bias = 'neutral'
  strength = 0
  asOf = 0 as EpochMs
  /** The statistic L of the last closed minute; 0 while it cannot be computed. */
  l = 0
  /** The last spike of the session. */
  spike: Spike | undefined
  /** Why nothing is entered now, as the watch between bars has it. */
  hold: SpikeHold | undefined
  readonly #params: SignalParams['spike']
  readonly #profile: SpikeProfile | undefined
  readonly #bipower: Bipower
  #previous: Candle | undefined
  #opensAt = 0 as EpochMs
  #count = 0

  /** Without a profile every time of day counts as equally volatile. */
  constructor(params: SignalParams['spike'], profile: SpikeProfile | undefined) {
    this.#params = params
    this.#profile = profile
    this.#bipower = new Bipower(params.pairs)
  }

  /** Another session opens: what happened overnight is no return of its first minute. */
  startSession(opensAt: EpochMs): void {
    this.#opensAt = opensAt
    this.#previous = undefined
    this.spike = undefined
  }

  /** A closed one-minute bar. `futureVolume`: units of the future traded in it; NaN when not known. */
  push(minute: Candle, futureVolume: number): void {
    const before = this.#previous
    this.#previous = minute
    this.asOf = (minute.start + MINUTE_MS) as EpochMs
    this.#count += 1
    this.l = 0
    if (before !== undefined) {
      const x = Math.log(minute.close / before.close) / this.factorAt(minute.start)
      const { sigma } = this.#bipower
      if (this.ready && sigma > 0) this.l = x / sigma
      this.#bipower.push(x)
      if (Math.abs(this.l) > this.#params.threshold)
        this.spike = { at: this.asOf, l: this.l, onVolume: this.#busy(minute.start, futureVolume) }
    }
    this.#direction()
  }

  get ready(): boolean {
    return this.#bipower.count >= this.#params.minPairs
  }

  /** Whether the minute that closed last was a spike. */
  get isFresh(): boolean {
    return this.spike?.at === this.asOf
  }

  /** What a move within `ms` at this time of day is measured against, as a log return; NaN while not ready. */
  sigmaFor(ms: number, at: EpochMs): number {
    return this.ready ? this.#bipower.sigma * this.factorAt(at) * Math.sqrt(ms / MINUTE_MS) : Number.NaN
  }

  /** Seasonal factor of the time of day; 1 where it is not known. */
  factorAt(at: EpochMs): number {
    const factor = this.#profile?.factor[slotOf(at, this.#opensAt, this.#params.slotMinutes)] ?? Number.NaN
    return factor > 0 ? factor : 1
  }

  explanation(): AgentExplanation<Code, Message> {
    const inputs = [{ input: 'one_minute_bars' as const, asOf: this.asOf, count: this.#count }]
    const { minPairs, threshold, pauseMs } = this.#params
    const components = { l: this.l, ...(this.ready && { sigmaBp: 10_000 * this.#bipower.sigma }) }
    if (!this.ready) {
      const known = this.#bipower.count
      const message = { code: 'spike.warm_up', known, needed: minPairs } as const
      const reasons = [{ code: 'warm_up', message, value: known, threshold: minPairs, effect: 0 } as const]
      return { inputs, reasons, components }
    }
    const reasons: Reason<Code, Message>[] = []
    const { spike, hold } = this
    if (hold !== undefined)
      reasons.push({
        code: 'spike_pause',
        message: { code: hold === 'closed' ? 'spike.pause.closed' : 'spike.pause.fast', pauseMs },
        effect: 0,
      })
    const signed = this.bias === 'bullish' ? this.strength : this.bias === 'bearish' ? -this.strength : 0
    if (spike === undefined)
      reasons.push({
        code: 'no_spike',
        message: { code: 'spike.none', times: this.l, threshold },
        value: Math.abs(this.l),
        threshold,
        effect: 0,
      })
    else
      reasons.push({
        code: spike.l > 0 ? 'spike_up' : 'spike_down',
        message: {
          code: 'spike.spike',
          barEnd: spike.at,
          times: spike.l,
          heavyVolume: spike.onVolume ? 'yes' : 'no',
        },
        value: Math.abs(spike.l),
        threshold,
        effect: signed,
      })
    if (this.#profile === undefined)
      reasons.push({ code: 'no_seasonal_factor', message: { code: 'spike.no_profile' }, effect: 0 })
    return { inputs, reasons, components }
  }

  #direction(): void {
    const { fullStrengthAt, halfLifeMs, neutralUnder, volumeStrength } = this.#params
    const { spike } = this
    this.bias = 'neutral'
    this.strength = 0
    if (spike === undefined) return
    const first = Math.min(1, Math.abs(spike.l) / fullStrengthAt + (spike.onVolume ? volumeStrength : 0))
    const strength = first * 0.5 ** ((this.asOf - spike.at) / halfLifeMs)
    if (strength < neutralUnder) return
    this.strength = strength
    this.bias = spike.l > 0 ? 'bullish' : 'bearish'
  }

  #busy(at: EpochMs, volume: number): boolean {
    const profile = this.#profile
    if (profile === undefined || !(volume > 0)) return false
    const slot = slotOf(at, this.#opensAt, this.#params.slotMinutes)
    const off = Math.log(volume) - (profile.logVolume[slot] ?? Number.NaN)
    return (MAD_TO_SD * off) / (profile.logVolumeMad[slot] ?? Number.NaN) >= this.#params.volumeZ
  }
}

export const SPIKES = {
  make: ({ params, spikeProfile }) => new SpikeSignal(params.spike, spikeProfile),
  startSession: (agent, opensAt) => agent.startSession(opensAt),
  onMinute: (agent, minute, futureVolume) => agent.push(minute, futureVolume),
} satisfies BarAgent<SpikeSignal>
