import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Ms, Score } from '../parameters.ts'

/** Reasons of the spike agent. */
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
