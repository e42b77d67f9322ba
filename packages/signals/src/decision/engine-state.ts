import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/** What the decision engine remembers from one minute to the next. */
export interface EngineState {
  /** Evaluations in a row whose score reached the threshold in `direction`. */
  readonly streak: number
  readonly direction: Direction | null
  /** End of the bar that was evaluated last; 0: none yet. */
  readonly barEnd: EpochMs
}

/** Before the first minute. */
export const INITIAL_ENGINE_STATE: EngineState = { streak: 0, direction: null, barEnd: 0 as EpochMs }
