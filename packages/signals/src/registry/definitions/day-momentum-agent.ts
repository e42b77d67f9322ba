import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { Points } from '@strikewise/domain/text/message-parameters.ts'
import type { AgentDefinition } from '../definition.ts'

/** Numbers of the day-momentum agent. */
export interface DayMomentumParams {
  /** Move since the open at which its strength is 1, in average true ranges of five-minute bars. */
  readonly fullStrengthAtr: number
}

/** Codes its reasons can have, beside `error` of one that failed. */
export type DayMomentumCode = 'warm_up' | 'open_unknown' | 'no_range' | 'move_up' | 'move_down' | 'no_move'

/** What its reasons report. */
export type DayMomentumReason =
  | { readonly code: 'momentum.warm_up'; readonly known: number; readonly needed: number }
  | { readonly code: 'momentum.open_unknown' }
  | { readonly code: 'momentum.no_range' }
  | { readonly code: 'momentum.no_move' }
  | {
      readonly code: 'momentum.move'
      readonly direction: Direction
      readonly move: Points
      readonly atrs: number
      readonly full: number
    }

const params: DayMomentumParams = { fullStrengthAtr: 6 }

/** How far the index has gone since the open. On trial: it is recorded and measured before it may vote. */
export const DAY_MOMENTUM_AGENT = {
  name: 'day_momentum',
  title: 'Day momentum',
  about: 'Move of the index since the open',
  reads: 'bars',
  ttl: 'oneMinuteMs',
  role: { kind: 'shadow' },
  offer: null,
  paramsKey: 'dayMomentum',
  params,
} as const satisfies AgentDefinition
