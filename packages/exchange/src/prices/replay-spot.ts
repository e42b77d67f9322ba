import type { Session } from '@strikewise/domain/time/calendar.ts'
import { msOfIstDay, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { RecordedBar } from '../price-path.ts'
import { Rng } from '../random/rng.ts'
import { bridgeBar } from './bar-bridge.ts'
import { BETA, CORRELATION, TICK_MS } from './calibration.ts'
import { MINUTE_SIGMA } from './index-model.ts'
import type { Influence } from './scenario.ts'
import { ModelSpot, type IntradayPathState, type RestorableSpot, type Spots, type SpotState } from './spot-source.ts'
import { SIMULATED_OUTLOOK, type VarianceOutlook } from './volatility-surface.ts'

/** Bars of one day to play: at least one index. `barMinutes`: 1, 5 or 15, the same for both. */
export interface RecordedDay {
  readonly barMinutes: number
  readonly NIFTY?: readonly RecordedBar[]
  readonly BANKNIFTY?: readonly RecordedBar[]
}

/** 09:15, which bar 0 starts at. */
const OPEN_MS = (9 * 60 + 15) * 60_000
/** Own noise of the index that was not recorded, as a part of what its partner moves. */
const OWN_SHARE = Math.sqrt(1 / (CORRELATION * CORRELATION) - 1)
/** How fast the level follows the movement seen so far. */
const LEVEL_MEMORY = 0.96

/**
 * Recorded days, with ticks bridged into each bar so that its four prices are hit exactly. An index that was not recorded
 * is derived from the other one (beta, correlation, seeded noise). Days without a record come from the model.
 */
export class ReplaySpot implements RestorableSpot {
  readonly #days: ReadonlyMap<IstDate, RecordedDay>
  readonly #seed: string
  readonly #model: ModelSpot
  readonly #isBankDerived: boolean
  readonly latent: Spots = { nifty: 0, bank: 0 }
  #day: RecordedDay | undefined
  #rng: Rng
  #intradayPaths: { nifty: IntradayPath | undefined; bank: IntradayPath | undefined } = {
    nifty: undefined,
    bank: undefined,
  }
  #lastReturn = 0
  #level = 1

  /** `isBankDerived` false: where BANKNIFTY was not recorded it stands still, for markets that show NIFTY alone. */
  constructor(seed: string, days: ReadonlyMap<IstDate, RecordedDay>, isBankDerived = true) {
    this.#seed = seed
    this.#isBankDerived = isBankDerived
    this.#days = days
    this.#model = new ModelSpot(seed)
    this.#rng = new Rng(seed, 'replay')
  }

  get isRecorded(): boolean {
    return this.#day !== undefined
  }

  get lastReturn(): number {
    return this.#day ? this.#lastReturn : this.#model.lastReturn
  }

  /** Its level begins at the ordinary one and follows the day: that returns to the mean as the model's own does. */
  get outlook(): VarianceOutlook {
    return SIMULATED_OUTLOOK
  }

  get level(): number {
    return this.#day ? this.#level : this.#model.level
  }

  get aftershock(): number {
    return this.#day ? 0 : this.#model.aftershock
  }

  get state(): SpotState {
    const { nifty, bank } = this.#intradayPaths
    return {
      ...this.#model.state,
      latent: { ...this.latent },
      ...(this.#day === undefined
        ? {}
        : {
            replay: {
              rng: this.#rng.state,
              level: this.#level,
              lastReturn: this.#lastReturn,
              nifty: nifty?.state,
              bank: bank?.state,
            },
          }),
    }
  }

  set state(state: SpotState) {
    this.#model.state = state
    Object.assign(this.latent, state.latent)
    const { replay } = state
    if (replay === undefined) return
    this.#rng.state = replay.rng
    this.#level = replay.level
    this.#lastReturn = replay.lastReturn
    if (this.#intradayPaths.nifty && replay.nifty) this.#intradayPaths.nifty.state = replay.nifty
    if (this.#intradayPaths.bank && replay.bank) this.#intradayPaths.bank.state = replay.bank
  }

  beginSession(session: Session, ordinal: number, previous: Readonly<Spots>): void {
    this.#day = this.#days.get(session.day)
    this.#rng = new Rng(this.#seed, 'replay', session.day)
    if (this.#day === undefined) {
      this.#model.beginSession(session, ordinal, previous)
      Object.assign(this.latent, this.#model.latent)
      return
    }
    const { barMinutes } = this.#day
    this.#intradayPaths = {
      nifty:
        this.#day.NIFTY && new IntradayPath(this.#day.NIFTY, barMinutes, new Rng(this.#seed, 'nifty', session.day)),
      bank:
        this.#day.BANKNIFTY &&
        new IntradayPath(this.#day.BANKNIFTY, barMinutes, new Rng(this.#seed, 'bank', session.day)),
    }
    this.#level = 1
    Object.assign(this.latent, previous)
  }

  tick(minute: number, tickMs: number, influence: Influence): void {
    if (this.#day === undefined) {
      this.#model.tick(minute, tickMs, influence)
      Object.assign(this.latent, this.#model.latent)
      return
    }
    const { nifty, bank } = this.latent
    const tick = Math.round((minute * 60_000) / TICK_MS)
    const { nifty: niftyPath, bank: bankNiftyPath } = this.#intradayPaths
    if (niftyPath) this.latent.nifty = niftyPath.at(tick) ?? nifty
    if (bankNiftyPath) this.latent.bank = bankNiftyPath.at(tick) ?? bank
    if (!bankNiftyPath && this.#isBankDerived) this.latent.bank = this.#derived(bank, nifty, this.latent.nifty, BETA)
    if (!niftyPath) this.latent.nifty = this.#derived(nifty, bank, this.latent.bank, 1 / BETA)
    this.#lastReturn = Math.log(this.latent.nifty / nifty)
    this.#follow(tickMs)
  }

  /** The partner's move times beta, with noise of its own in proportion to the day's movement. */
  #derived(last: number, partnerBefore: number, partnerNow: number, beta: number): number {
    const move = Math.log(partnerNow / partnerBefore)
    const quiet = move === 0
    const noise = this.#rng.normal() * MINUTE_SIGMA.NIFTY * this.#level * Math.sqrt(TICK_MS / 60_000) * OWN_SHARE
    return last * Math.exp(beta * (move + (quiet ? 0 : noise)))
  }

  /** A recorded day's volatility is unknown in advance: the level follows what has moved so far. */
  #follow(tickMs: number): void {
    const expected = MINUTE_SIGMA.NIFTY * Math.sqrt(tickMs / 60_000)
    const seen = Math.min(4, Math.abs(this.#lastReturn) / expected / Math.sqrt(2 / Math.PI))
    const memory = 1 - ((1 - LEVEL_MEMORY) * tickMs) / 60_000
    this.#level = Math.min(3, Math.max(0.4, this.#level * memory + seen * (1 - memory)))
  }
}

/** One index's recorded bars as ticks. */
class IntradayPath {
  readonly #bars = new Map<number, RecordedBar>()
  readonly #rng: Rng
  readonly #ticks: Float64Array
  readonly #ticksABar: number
  #filled = -1

  constructor(bars: readonly RecordedBar[], barMinutes: number, rng: Rng) {
    if (!(Number.isInteger(barMinutes) && barMinutes >= 1 && barMinutes <= 60))
      throw new RangeError(`recorded bars: barMinutes must be 1 to 60, not ${barMinutes}`)
    for (const bar of bars) {
      const index = (msOfIstDay(bar.start) - OPEN_MS) / (barMinutes * 60_000)
      if (!Number.isInteger(index) || index < 0)
        throw new RangeError(`recorded bars: ${bar.start} is not the start of a ${barMinutes}-minute bar after 09:15`)
      const sound = bar.low > 0 && bar.low <= Math.min(bar.open, bar.close) && bar.high >= Math.max(bar.open, bar.close)
      if (!sound) throw new RangeError(`recorded bars: low and high of the bar at ${bar.start} do not hold its prices`)
      this.#bars.set(index, bar)
    }
    this.#rng = rng
    this.#ticksABar = (barMinutes * 60_000) / TICK_MS
    this.#ticks = new Float64Array(this.#ticksABar)
  }

  get state(): IntradayPathState {
    return { rng: this.#rng.state, filled: this.#filled, ticks: this.#ticks.slice() }
  }

  set state({ rng, filled, ticks }: IntradayPathState) {
    this.#rng.state = rng
    this.#filled = filled
    this.#ticks.set(ticks)
  }

  /** The price at a tick of the session in index points; undefined in a minute without a bar. Ticks are asked in order. */
  at(tick: number): number | undefined {
    const index = Math.floor(tick / this.#ticksABar)
    const bar = this.#bars.get(index)
    if (bar === undefined) return undefined
    if (index !== this.#filled) {
      bridgeBar(bar, this.#ticks, this.#rng)
      this.#filled = index
    }
    return this.#ticks[tick % this.#ticksABar]! / 100
  }
}
