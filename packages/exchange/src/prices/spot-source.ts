import type { Session } from '@strikewise/domain/time/calendar.ts'
import { IndexModel } from './index-model.ts'
import type { Influence } from './scenario.ts'

/** Both spot indices in index points. */
export interface Spots {
  nifty: number
  bank: number
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
  /** Volatility level of the day, 1 on average; and the aftershock of a jump, 0 when none. */
  readonly level: number
  readonly aftershock: number
  /** Prepares `session`; `ordinal` is its running number. `previous` are the last closes. */
  beginSession(session: Session, ordinal: number, previous: Readonly<Spots>): void
  /** The tick `minute` minutes after the open, `tickMs` after the one before. The first is at minute 0. */
  tick(minute: number, tickMs: number, influence: Influence): void
}

/** The seeded model as a source of spots. */
export class ModelSpot implements SpotSource {
  readonly isRecorded = false
  readonly latent: Spots = { nifty: 0, bank: 0 }
  readonly #seed: string
  readonly #model: IndexModel

  constructor(seed: string) {
    this.#seed = seed
    this.#model = new IndexModel(seed)
  }

  get lastReturn(): number {
    return this.#model.lastReturn
  }

  get level(): number {
    return this.#model.level
  }

  get aftershock(): number {
    return this.#model.aftershock
  }

  beginSession(session: Session, ordinal: number, previous: Readonly<Spots>): void {
    const model = this.#model
    model.logNifty = Math.log(previous.nifty)
    model.logBank = Math.log(previous.bank)
    model.beginSession(this.#seed, ordinal, Math.round((session.closesAt - session.opensAt) / 60_000))
    this.#publish()
  }

  tick(minute: number, tickMs: number, influence: Influence): void {
    // The first tick is the open itself: the gap has been taken already.
    if (minute > 0 || influence.impulse !== 0) this.#model.step(minute, tickMs, influence)
    this.#publish()
  }

  #publish(): void {
    this.latent.nifty = Math.exp(this.#model.logNifty)
    this.latent.bank = Math.exp(this.#model.logBank)
  }
}
