import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { STEP_MS, TICK_MS } from './calibration.ts'
import { MINUTE_SIGMA } from './index-model.ts'

/** A step of the index model, its usual size, and the part of the movement one step makes. */
const TICKS_A_STEP = STEP_MS / TICK_MS
const STEP_SIGMA = MINUTE_SIGMA.NIFTY * Math.sqrt(STEP_MS / MINUTE_MS)
const MOVEMENT_WEIGHT = 0.14
/** A step counts as this many usual ones at the most. */
const MAX_STEP = 8

export interface MovementState {
  readonly movement: number
  readonly stepMove: number
  readonly stepTicks: number
}

/** How volatile the index is, about half a minute back, 1 as usual: volume follows movement, not single ticks. */
export class MovementGauge {
  #movement = 1
  /** Move and ticks since the movement was last measured. */
  #stepMove = 0
  #stepTicks = 0

  get value(): number {
    return this.#movement
  }

  /** `move`: the log return of one tick. */
  add(move: number): void {
    this.#stepMove += move
    this.#stepTicks += 1
    if (this.#stepTicks < TICKS_A_STEP) return
    const size = Math.min(MAX_STEP, Math.abs(this.#stepMove) / STEP_SIGMA)
    this.#movement += MOVEMENT_WEIGHT * (size - this.#movement)
    this.#stepMove = 0
    this.#stepTicks = 0
  }

  get state(): MovementState {
    return { movement: this.#movement, stepMove: this.#stepMove, stepTicks: this.#stepTicks }
  }

  set state({ movement, stepMove, stepTicks }: MovementState) {
    this.#movement = movement
    this.#stepMove = stepMove
    this.#stepTicks = stepTicks
  }
}
