import type { Ms, Score } from '@strikewise/domain/text/message-parameters.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AgentDefinition } from '../definition.ts'

/** Numbers of the spike agent (signals reference §1.8). Part of `SignalParams`, whose units hold here too. */
export interface SpikeParams {
  /** Products of neighbouring returns the volatility is the mean of, and the fewest that will do. */
  readonly pairs: number
  readonly minPairs: number
  /** |L| above it is a spike: 375 tests a day at 1 % (Lee and Mykland 2008). */
  readonly threshold: number
  readonly slotMinutes: number
  /** Sessions the seasonal factors and the volume medians are of. */
  readonly sessions: number
  readonly fastMs: number
  readonly fastTimes: number
  readonly volumeZ: number
  readonly volumeStrength: number
  readonly fullStrengthAt: number
  readonly halfLifeMs: number
  readonly neutralUnder: number
  readonly pauseMs: number
  readonly spreadTimes: number
  readonly spreadWindowMs: number
}

/** Codes its reasons can have, beside `error` of one that failed. */
export type SpikeCode = 'warm_up' | 'spike_pause' | 'no_spike' | 'spike_up' | 'spike_down' | 'no_seasonal_factor'

/** What its reasons report. */
export type SpikeReason =
  | { readonly code: 'spike.warm_up'; readonly known: number; readonly needed: number }
  | { readonly code: 'spike.pause.closed'; readonly pauseMs: Ms }
  | { readonly code: 'spike.pause.fast'; readonly pauseMs: Ms }
  | { readonly code: 'spike.none'; readonly times: Score; readonly threshold: number }
  | {
      readonly code: 'spike.spike'
      readonly barEnd: EpochMs
      readonly times: Score
      readonly heavyVolume: 'yes' | 'no'
    }
  | { readonly code: 'spike.no_profile' }

const params: SpikeParams = {
  pairs: 298,
  minPairs: 60,
  threshold: 5.457,
  slotMinutes: 15,
  sessions: 20,
  fastMs: 10_000,
  fastTimes: 8,
  volumeZ: 3.5,
  volumeStrength: 0.15,
  fullStrengthAt: 10,
  halfLifeMs: 10 * 60_000,
  neutralUnder: 0.2,
  pauseMs: 60_000,
  spreadTimes: 1.5,
  spreadWindowMs: 5 * 60_000,
}

/** Jumps of the index within a minute. */
export const SPIKE_AGENT = {
  name: 'spike_signal',
  title: 'Spike',
  about: 'Sudden moves',
  reads: 'bars',
  ttl: 'oneMinuteMs',
  role: { kind: 'vote', weight: 0.1, isCore: false, canOppose: false, waitsAfterSpike: true },
  offer: {
    from: 'pro',
    coreCard: false,
  },
  paramsKey: 'spike',
  params,
} as const satisfies AgentDefinition
