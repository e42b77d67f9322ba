import { Bipower } from '../indicators/bipower.ts'
import type { Candle } from '../market/candle.ts'
import { slotOf, type SpikeProfile } from '../market/spike-profile.ts'
import { MINUTE_MS, type EpochMs } from '../time/ist.ts'
import type { AgentOutput, AgentExplanation } from './agent-output.ts'
import type { BarAgent } from './bar-agent.ts'
import type { Explanations } from './definition.ts'
import type { SpikeCode as Code } from './definitions/spike-agent.ts'
import type { SignalParams } from './params.ts'
import type { Bias, Reason } from './signal.ts'
import { clockTime, score } from './number-text.ts'

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
  /** The statistic L of the last closed minute; 0 while it cannot be told. */
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

  /** Without a profile every time of day counts as equally restless. */
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

  explanation(): AgentExplanation<Code> {
    const inputs = [{ name: 'one-minute bars', asOf: this.asOf, count: this.#count }]
    const { minPairs, threshold } = this.#params
    const components = { l: this.l, ...(this.ready && { sigmaBp: 10_000 * this.#bipower.sigma }) }
    if (!this.ready) {
      const text = `Only ${this.#bipower.count} of the ${minPairs} pairs of one-minute returns needed are known yet.`
      const reason: Reason<Code> = { code: 'warm_up', text, value: this.#bipower.count, threshold: minPairs, effect: 0 }
      return { inputs, reasons: [reason], components }
    }
    const reasons: Reason<Code>[] = []
    const { spike, hold } = this
    if (hold !== undefined)
      reasons.push({
        code: 'spike_pause',
        text:
          hold === 'closed'
            ? 'Nothing is entered for a minute after the jump, and not before spreads are narrow again.'
            : 'The index moved a lot within seconds: nothing is entered for a minute, and not before spreads are narrow again.',
        effect: 0,
      })
    const signed = this.bias === 'bullish' ? this.strength : this.bias === 'bearish' ? -this.strength : 0
    if (spike === undefined)
      reasons.push({
        code: 'no_spike',
        text: `No spike today: the last minute moved ${score(this.l)} times its usual volatility, ${threshold} make a spike.`,
        value: Math.abs(this.l),
        threshold,
        effect: 0,
      })
    else
      reasons.push({
        code: spike.l > 0 ? 'spike_up' : 'spike_down',
        text: `The minute to ${clockTime(spike.at)} moved ${score(spike.l)} times its usual volatility${spike.onVolume ? ', on heavy volume' : ''}; it counts less by the minute.`,
        value: Math.abs(spike.l),
        threshold,
        effect: signed,
      })
    if (this.#profile === undefined)
      reasons.push({
        code: 'no_seasonal_factor',
        text: 'How restless each time of day usually is, is not known: all count alike.',
        effect: 0,
      })
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

const explanations: Explanations<Code> = {
  warm_up: ['Only {0} of the {1} pairs of one-minute returns needed are known yet.'],
  spike_pause: [
    'Nothing is entered for a minute after the jump, and not before spreads are narrow again.',
    'The index moved a lot within seconds: nothing is entered for a minute, and not before spreads are narrow again.',
  ],
  no_spike: ['No spike today: the last minute moved {0} times its usual volatility, {1} make a spike.'],
  spike_up: moved(),
  spike_down: moved(),
  no_seasonal_factor: ['How restless each time of day usually is, is not known: all count alike.'],
}

function moved(): string[] {
  return ['', ', on heavy volume'].map(
    (volume) => `The minute to {0} moved {1} times its usual volatility${volume}; it counts less by the minute.`,
  )
}

export const SPIKES = {
  explanations,
  make: ({ params, spikeProfile }) => new SpikeSignal(params.spike, spikeProfile),
  startSession: (agent, opensAt) => agent.startSession(opensAt),
  onMinute: (agent, minute, futureVolume) => agent.push(minute, futureVolume),
} satisfies BarAgent<SpikeSignal> & { explanations: typeof explanations }
