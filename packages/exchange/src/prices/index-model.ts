import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { Rng, type RngState } from '../random/rng.ts'
import { BANK, INTRADAY, JUMP, SESSION_VARIANCE, SESSION_VOLATILITY, SESSIONS_A_YEAR, uShape } from './calibration.ts'
import { dayLevel, overnightGap, OWN_NOISE } from './day-level.ts'
import type { Influence } from './scenario.ts'

const MINUTES_A_SESSION = 375
/** Usual size of one minute's log return at level 1, without jumps. */
export const MINUTE_SIGMA = {
  NIFTY: SESSION_VOLATILITY.NIFTY / Math.sqrt(SESSIONS_A_YEAR * MINUTES_A_SESSION),
  BANKNIFTY: SESSION_VOLATILITY.BANKNIFTY / Math.sqrt(SESSIONS_A_YEAR * MINUTES_A_SESSION),
} as const

/** Minutes' worth of variance that jumps and their aftershocks add to a session of `MINUTES_A_SESSION`. */
const JUMP_MINUTES =
  JUMP.aDay *
  (JUMP.smallest * JUMP.smallest +
    2 * JUMP.smallest * JUMP.meanExcess +
    2 * JUMP.meanExcess * JUMP.meanExcess +
    JUMP.fadeMinutes * JUMP.aftershock * (2 + JUMP.aftershock / 2))
/** NIFTY's own deviation of a minute at level 1: with the jumps it makes `SESSION_VARIANCE`. */
const BASE_SIGMA = Math.sqrt(SESSION_VARIANCE / (MINUTES_A_SESSION + JUMP_MINUTES))
const CHOP_PULL_MINUTES = 4

export interface IndexModelState {
  readonly logNifty: number
  readonly logBank: number
  readonly level: number
  readonly aftershock: number
  readonly rng: RngState
  readonly slowVolatility: number
  readonly anchor: number
  readonly wasChop: boolean
  readonly jumpLeft: number
  readonly jumpPerMs: number
}

/**
 * The course of both indices through sessions, as logarithms: a volatility of two time scales from day to day
 * (`day-level.ts`) and one inside the day, the day's own shape, rare jumps, and no direction. One object walks day after day;
 * `step` may be of any length, so the past can be made cheaply with long steps and today with short ones.
 */
export class IndexModel {
  logNifty = 0
  logBank = 0
  level = 1
  aftershock = 0
  #rng: Rng
  #shape = uShape(MINUTES_A_SESSION)
  #slowVolatility = 0
  #anchor = 0
  #wasChop = false
  #jumpLeft = 0
  #jumpPerMs = 0

  constructor(seed: string) {
    this.#rng = new Rng(seed, 'index')
  }

  /** What a step depends on within a session; set after `beginSession` of that session. */
  get state(): IndexModelState {
    return {
      logNifty: this.logNifty,
      logBank: this.logBank,
      level: this.level,
      aftershock: this.aftershock,
      rng: this.#rng.state,
      slowVolatility: this.#slowVolatility,
      anchor: this.#anchor,
      wasChop: this.#wasChop,
      jumpLeft: this.#jumpLeft,
      jumpPerMs: this.#jumpPerMs,
    }
  }

  set state(state: IndexModelState) {
    this.logNifty = state.logNifty
    this.logBank = state.logBank
    this.level = state.level
    this.aftershock = state.aftershock
    this.#rng.state = state.rng
    this.#slowVolatility = state.slowVolatility
    this.#anchor = state.anchor
    this.#wasChop = state.wasChop
    this.#jumpLeft = state.jumpLeft
    this.#jumpPerMs = state.jumpPerMs
  }

  /** Starts a session: the overnight gap, the day's level, a fresh stream of numbers for the day. */
  beginSession(seed: string, ordinal: number, minutes: number): void {
    this.#rng = new Rng(seed, 'index', ordinal)
    this.level = dayLevel(seed, ordinal)
    const gap = overnightGap(seed, ordinal, this.level)
    this.logNifty += gap.nifty
    this.logBank += gap.bank
    this.#shape = this.#shape.length === minutes ? this.#shape : uShape(minutes)
    this.#slowVolatility = INTRADAY.deviation * this.#rng.normal()
    this.aftershock = 0
    this.#jumpLeft = 0
  }

  /** Moves by `stepMs`; `minute`: minutes since the open, fractions included. */
  step(minute: number, stepMs: number, influence: Influence): void {
    const rng = this.#rng
    const minutes = stepMs / MINUTE_MS
    const shape = this.#shape[Math.min(this.#shape.length - 1, Math.floor(minute))]!
    const calm =
      this.level *
      shape *
      Math.exp(this.#slowVolatility - INTRADAY.deviation * INTRADAY.deviation) *
      influence.volatility
    const perMinute = BASE_SIGMA * calm
    const sigma = perMinute * (1 + this.aftershock) * Math.sqrt(minutes)
    const common = rng.normal()
    const own = rng.normal()

    const pushed = this.#drift(perMinute, minutes, influence) + this.#jump(stepMs)
    this.logNifty += pushed + sigma * common
    this.logBank += BANK.beta * pushed + BANK.ratio * sigma * (BANK.noiseCorrelation * common + OWN_NOISE * own)

    const memory = Math.exp(-minutes / INTRADAY.minutes)
    this.#slowVolatility =
      this.#slowVolatility * memory + INTRADAY.deviation * Math.sqrt(1 - memory * memory) * rng.normal()
    this.aftershock *= Math.exp(-minutes / JUMP.fadeMinutes)
  }

  /** A move from outside, as a log return of NIFTY; `shock`: with the aftershock of a jump. */
  push(impulse: number, shock: boolean): void {
    this.logNifty += impulse
    this.logBank += BANK.beta * impulse
    if (shock) this.aftershock = JUMP.aftershock
  }

  /** What was ordered: a tight range or a trend, as a log return over the step. The model itself has no direction. */
  #drift(perMinute: number, minutes: number, influence: Influence): number {
    if (influence.chop !== this.#wasChop) {
      this.#anchor = this.logNifty
      this.#wasChop = influence.chop
    }
    if (influence.chop) return ((this.#anchor - this.logNifty) * minutes) / CHOP_PULL_MINUTES
    if (Number.isNaN(influence.driftSigmas)) return 0
    return (influence.driftSigmas * perMinute * Math.sqrt(15) * minutes) / 15
  }

  /** The part of a jump that falls into this step; a new one may begin. */
  #jump(stepMs: number): number {
    const chance = (JUMP.aDay * stepMs) / (MINUTES_A_SESSION * MINUTE_MS)
    if (this.#rng.unit() < chance) {
      const sigmas = JUMP.smallest + JUMP.meanExcess * this.#rng.exponential()
      const sign = this.#rng.unit() < JUMP.downShare ? -1 : 1
      this.#jumpLeft = JUMP.overMs
      this.#jumpPerMs = (sign * sigmas * BASE_SIGMA * this.level) / JUMP.overMs
      this.aftershock = JUMP.aftershock
    }
    const part = Math.min(this.#jumpLeft, stepMs)
    this.#jumpLeft -= part
    return part * this.#jumpPerMs
  }
}
