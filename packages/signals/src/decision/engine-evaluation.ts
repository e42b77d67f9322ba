import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { Contribution } from './decision.ts'

/** The figures an explanation is made from. */
export interface EngineEvaluation {
  readonly contributions: readonly Contribution[]
  readonly score: number
  readonly coverage: number
  readonly threshold: number
  readonly direction: Direction | null
  /** Evaluations in a row, this one included, whose score reached the threshold in this direction. */
  readonly streak: number
}
