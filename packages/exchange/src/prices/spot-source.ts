import type { Session } from '@strikewise/domain/time/calendar.ts'
import { STEP_MS, TICK_MS } from './calibration.ts'
import type { RngState } from '../random/rng.ts'
import { IndexModel, type IndexModelState } from './index-model.ts'
import type { Influence } from './scenario.ts'
import { SIMULATED_OUTLOOK, type VarianceOutlook } from './volatility-surface.ts'

/** Both spot indices in index points. */
export interface Spots {
  nifty: number
  bank: number
}

/** A source of spots in the middle of a session. */
export interface SpotState {
  readonly latent: Spots
  readonly lastReturn: number
  readonly model: IndexModelState
  readonly ahead: { readonly nifty: number; readonly bank: number; readonly ticks: number }
  /** Of a recorded day alone. */
  readonly replay?: ReplayState
}

export interface ReplayState {
  readonly rng: RngState
  readonly level: number
  readonly lastReturn: number
  readonly nifty: IntradayPathState | undefined
  readonly bank: IntradayPathState | undefined
}

/** One index's recorded bars: the bar that was bridged last, and its ticks. */
export interface IntradayPathState {
  readonly rng: RngState
  readonly filled: number
  readonly ticks: Float64Array
}

/**
 * Where the spot comes from: the model, or a recorded day. `latent` is what the market knows; `isRecorded` days print it
 * as it is, the model's days leave the index still in the closing auction.
 */
export interface SpotSource {
  /** True when the day's prints are a record: they are shown unchanged, closing auction included. */
  readonly isRecorded: boolean
  readonly latent: Readonly<Spots>
  /** NIFTY's log return of the last tick. */
  readonly lastReturn: number
  /** What the sessions after this one are expected to bring, given `level`. */
  readonly outlook: VarianceOutlook
  /** Volatility level of the day, 1 on average; and the aftershock of a jump, 0 when none. */
  readonly level: number
  readonly aftershock: number
  /** Prepares `session`; `ordinal` is its running number. `previous` are the last closes. */
  beginSession(session: Session, ordinal: number, previous: Readonly<Spots>): void
  /** The tick `minute` minutes after the open, `tickMs` after the one before. The first is at minute 0. */
  tick(minute: number, tickMs: number, influence: Influence): void
}

/** A source that can be left in the middle of a session and gone on with. */
export interface RestorableSpot extends SpotSource {
  /** Set after `beginSession` of the session it was taken in. */
  state: SpotState
}

/** The seeded model as a source of spots: a step of it is walked evenly, tick by tick; a longer tick is one step. */
export class ModelSpot implements RestorableSpot {
  readonly isRecorded = false
  readonly outlook = SIMULATED_OUTLOOK
  readonly latent: Spots = { nifty: 0, bank: 0 }
  lastReturn = 0
  readonly #seed: string
  readonly #model: IndexModel
  /** Log returns of the step under way, a tick, and the ticks it still has to go. */
  #ahead = { nifty: 0, bank: 0, ticks: 0 }

  constructor(seed: string) {
    this.#seed = seed
    this.#model = new IndexModel(seed)
  }

  get level(): number {
    return this.#model.level
  }

  get aftershock(): number {
    return this.#model.aftershock
  }

  get state(): SpotState {
    return {
      latent: { ...this.latent },
      lastReturn: this.lastReturn,
      model: this.#model.state,
      ahead: { ...this.#ahead },
    }
  }

  set state(state: SpotState) {
    Object.assign(this.latent, state.latent)
    this.lastReturn = state.lastReturn
    this.#model.state = state.model
    this.#ahead = { ...state.ahead }
  }

  beginSession(session: Session, ordinal: number, previous: Readonly<Spots>): void {
    const model = this.#model
    model.logNifty = Math.log(previous.nifty)
    model.logBank = Math.log(previous.bank)
    model.beginSession(this.#seed, ordinal, Math.round((session.closesAt - session.opensAt) / 60_000))
    this.#ahead.ticks = 0
    this.#publish()
    this.lastReturn = Math.log(this.latent.nifty / previous.nifty)
  }

  tick(minute: number, tickMs: number, influence: Influence): void {
    const before = this.latent.nifty
    if (influence.impulse !== 0) this.#model.push(influence.impulse, influence.shock)
    // The first tick is the open itself: the gap has been taken already.
    if (minute > 0) {
      if (this.#ahead.ticks === 0) this.#step(minute, Math.max(STEP_MS, tickMs), influence)
      this.#ahead.ticks -= tickMs / TICK_MS
    }
    this.#publish()
    this.lastReturn = Math.log(this.latent.nifty / before)
  }

  #step(minute: number, stepMs: number, influence: Influence): void {
    const model = this.#model
    const ticks = stepMs / TICK_MS
    const { logNifty, logBank } = model
    model.step(minute, stepMs, influence)
    this.#ahead = {
      nifty: (model.logNifty - logNifty) / ticks,
      bank: (model.logBank - logBank) / ticks,
      ticks,
    }
  }

  #publish(): void {
    const { nifty, bank, ticks } = this.#ahead
    this.latent.nifty = Math.exp(this.#model.logNifty - nifty * ticks)
    this.latent.bank = Math.exp(this.#model.logBank - bank * ticks)
  }
}
