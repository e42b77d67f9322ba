import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { unitOf } from '../random/hash.ts'
import { Rng, type RngState } from '../random/rng.ts'
import {
  BETA,
  DAY_LEVEL,
  INTRADAY,
  JUMP,
  NOISE_CORRELATION,
  OVERNIGHT_DEVIATION,
  REGIME,
  SESSION_VOLATILITY,
  SESSIONS_A_YEAR,
  uShape,
} from './calibration.ts'
import type { Influence } from './scenario.ts'

const MINUTES_A_SESSION = 375
/** Standard deviation of one minute's log return at level 1. */
export const MINUTE_SIGMA = {
  NIFTY: SESSION_VOLATILITY.NIFTY / Math.sqrt(SESSIONS_A_YEAR * MINUTES_A_SESSION),
  BANKNIFTY: SESSION_VOLATILITY.BANKNIFTY / Math.sqrt(SESSIONS_A_YEAR * MINUTES_A_SESSION),
} as const

/** Share of BANKNIFTY's own noise once NIFTY's is taken out. */
const OWN_NOISE = Math.sqrt(1 - NOISE_CORRELATION * NOISE_CORRELATION)
const CHOP_PULL_MINUTES = 4
/** Days the level looks back; beyond them its memory is under one in ten thousand. */
const LEVEL_DAYS = 60

/**
 * The volatility level of a day (1 on average in squares): an AR(1) in the logarithm, written as the sum of its past
 * innovations so that any day can be asked for without walking there. `ordinal`: running number of the day.
 */
function dayLevel(seed: string, ordinal: number): number {
  const { memory, innovation } = DAY_LEVEL
  let log = 0
  for (let back = 0, weight = innovation; back < LEVEL_DAYS; back += 1, weight *= memory)
    log += weight * normalOf(seed, 'level', ordinal - back)
  const variance = (innovation * innovation) / (1 - memory * memory)
  return Math.exp(log - variance)
}

/** Log returns from the last close to the open. */
function overnightGap(seed: string, ordinal: number, level: number): { nifty: number; bank: number } {
  const nifty = OVERNIGHT_DEVIATION * level * normalOf(seed, 'gap', ordinal)
  const own = OVERNIGHT_DEVIATION * BETA * OWN_NOISE * level * normalOf(seed, 'bank gap', ordinal)
  return { nifty, bank: BETA * nifty + own }
}

function normalOf(...parts: readonly (string | number)[]): number {
  const radius = Math.sqrt(-2 * Math.log(1 - unitOf('r', ...parts)))
  return radius * Math.cos(2 * Math.PI * unitOf('a', ...parts))
}

export interface IndexModelState {
  readonly logNifty: number
  readonly logBank: number
  readonly level: number
  readonly aftershock: number
  readonly rng: RngState
  readonly slowVolatility: number
  readonly regime: -1 | 0 | 1
  readonly regimeMinutesLeft: number
  readonly anchor: number
  readonly wasChop: boolean
  readonly jumpLeft: number
  readonly jumpPerMs: number
}

/**
 * The course of both indices through sessions, as logarithms (signals reference §6). One object walks day after day;
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
  #regime: -1 | 0 | 1 = 0
  #regimeMinutesLeft = 0
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
      regime: this.#regime,
      regimeMinutesLeft: this.#regimeMinutesLeft,
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
    this.#regime = state.regime
    this.#regimeMinutesLeft = state.regimeMinutesLeft
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
    this.#regimeMinutesLeft = 0
  }

  /** Moves by `stepMs`; `minute`: minutes since the open, fractions included. */
  step(minute: number, stepMs: number, influence: Influence): void {
    const rng = this.#rng
    const minutes = stepMs / MINUTE_MS
    const shape = this.#shape[Math.min(this.#shape.length - 1, Math.floor(minute))]!
    const variance = INTRADAY.deviation * INTRADAY.deviation
    const calm = this.level * shape * Math.exp(this.#slowVolatility - variance) * influence.volatility
    const perMinute = MINUTE_SIGMA.NIFTY * calm
    const sigma = perMinute * (1 + this.aftershock) * Math.sqrt(minutes)
    const common = rng.normal()
    const own = rng.normal()

    const pushed = this.#drift(perMinute, minutes, influence) + this.#jump(stepMs)
    const bankSigma = (sigma * MINUTE_SIGMA.BANKNIFTY) / MINUTE_SIGMA.NIFTY
    this.logNifty += pushed + sigma * common
    this.logBank += BETA * pushed + bankSigma * (NOISE_CORRELATION * common + OWN_NOISE * own)

    this.#slowVolatility +=
      (-this.#slowVolatility * minutes) / INTRADAY.minutes +
      INTRADAY.deviation * Math.sqrt((2 * minutes) / INTRADAY.minutes) * rng.normal()
    this.aftershock *= Math.exp(-minutes / JUMP.fadeMinutes)
  }

  /** A move from outside, as a log return of NIFTY; `shock`: with the aftershock of a jump. */
  push(impulse: number, shock: boolean): void {
    this.logNifty += impulse
    this.logBank += BETA * impulse
    if (shock) this.aftershock = JUMP.aftershock
  }

  /** Regime or ordered trend, as a log return over the step. */
  #drift(perMinute: number, minutes: number, influence: Influence): number {
    this.#regimeMinutesLeft -= minutes
    if (this.#regimeMinutesLeft <= 0) this.#newRegime()
    if (influence.chop !== this.#wasChop) {
      this.#anchor = this.logNifty
      this.#wasChop = influence.chop
    }
    if (influence.chop) return ((this.#anchor - this.logNifty) * minutes) / CHOP_PULL_MINUTES
    const sigmas = Number.isNaN(influence.driftSigmas) ? this.#regime * REGIME.driftSigmas : influence.driftSigmas
    if (sigmas !== 0) return (sigmas * perMinute * Math.sqrt(15) * minutes) / 15
    return ((this.#anchor - this.logNifty) * minutes) / REGIME.pullMinutes
  }

  #newRegime(): void {
    const draw = this.#rng.unit()
    this.#regime = draw < 0.5 ? 0 : draw < 0.75 ? 1 : -1
    this.#regimeMinutesLeft = REGIME.shortestMinutes + REGIME.meanMinutes * this.#rng.exponential()
    this.#anchor = this.logNifty
  }

  /** The part of a jump that falls into this step; a new one may begin. */
  #jump(stepMs: number): number {
    const chance = (JUMP.aDay * stepMs) / (MINUTES_A_SESSION * MINUTE_MS)
    if (this.#rng.unit() < chance) {
      const sigmas = JUMP.smallest + JUMP.meanExcess * this.#rng.exponential()
      const sign = this.#rng.unit() < JUMP.downShare ? -1 : 1
      this.#jumpLeft = JUMP.overMs
      this.#jumpPerMs = (sign * sigmas * MINUTE_SIGMA.NIFTY * this.level) / JUMP.overMs
      this.aftershock = JUMP.aftershock
    }
    const part = Math.min(this.#jumpLeft, stepMs)
    this.#jumpLeft -= part
    return part * this.#jumpPerMs
  }
}
