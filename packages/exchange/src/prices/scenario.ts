import type { ScenarioCommand } from '../price-path.ts'
import { TICK_MS } from './calibration.ts'

/** A running command; times in epoch ms. */
interface Running {
  readonly command: ScenarioCommand
  readonly until: number
}

/** The commands in force. */
export type ScenarioState = readonly Running[]

/** How the commands in force bend the market during one sub-step. */
export interface Influence {
  volatility: number
  /** Local sigmas a quarter of an hour; replaces the regime's own drift. NaN: no trend ordered. */
  driftSigmas: number
  chop: boolean
  /** Log return added in this sub-step, and whether it counts as a jump (aftershock follows). */
  impulse: number
  shock: boolean
  halted: boolean
  quotesPaused: boolean
  indexSilent: boolean
  spread: number
  quantity: number
  crossed: boolean
}

export function noInfluence(): Influence {
  return {
    volatility: 1,
    driftSigmas: Number.NaN,
    chop: false,
    impulse: 0,
    shock: false,
    halted: false,
    quotesPaused: false,
    indexSilent: false,
    spread: 1,
    quantity: 1,
    crossed: false,
  }
}

const DEFAULT_TREND_SIGMAS = 1.5
const DEFAULT_SPIKE_MS = 20_000
const DEFAULT_SPREAD_FACTOR = 5
const CHOP_VOLATILITY = 0.6

/** The commands given so far and what they make of each sub-step. Nothing random: a command acts when it was given. */
export class Scenario {
  #running: Running[] = []
  readonly influence = noInfluence()

  get state(): ScenarioState {
    return [...this.#running]
  }

  set state(state: ScenarioState) {
    this.#running = [...state]
  }

  /** `at`: the instant the market stands at; the command acts from the next sub-step. Throws RangeError on bad numbers. */
  give(command: ScenarioCommand, at: number): void {
    checkCommand(command)
    if (command.kind === 'normal') {
      this.#running = []
      return
    }
    this.#running.push({ command, until: at + durationOf(command) })
  }

  /** The influence during the sub-step that ends at `at`; the same object each time. */
  during(at: number): Influence {
    const influence = this.influence
    if (this.#running.length === 0 && isQuiet(influence)) return influence
    Object.assign(influence, noInfluence())
    // A sub-step belongs to a command while its start lies before the command's end.
    this.#running = this.#running.filter((running) => at - TICK_MS < running.until)
    for (const { command } of this.#running) apply(command, influence)
    return influence
  }
}

function isQuiet(influence: Influence): boolean {
  return (
    influence.volatility === 1 &&
    Number.isNaN(influence.driftSigmas) &&
    influence.impulse === 0 &&
    !influence.chop &&
    !influence.halted &&
    !influence.quotesPaused &&
    !influence.indexSilent &&
    !influence.crossed &&
    influence.spread === 1 &&
    influence.quantity === 1
  )
}

function durationOf(command: ScenarioCommand): number {
  if (command.kind === 'gap') return TICK_MS
  if (command.kind === 'spike') return command.overMs ?? DEFAULT_SPIKE_MS
  return command.kind === 'normal' ? 0 : command.durationMs
}

function apply(command: ScenarioCommand, influence: Influence): void {
  switch (command.kind) {
    case 'trend':
      influence.driftSigmas = (command.direction === 'up' ? 1 : -1) * (command.sigmasPer15Min ?? DEFAULT_TREND_SIGMAS)
      return
    case 'chop':
      influence.chop = true
      influence.volatility *= CHOP_VOLATILITY
      return
    case 'gap':
      influence.impulse += Math.log1p(command.pct / 100)
      influence.shock = true
      return
    case 'spike': {
      const steps = Math.max(1, Math.ceil((command.overMs ?? DEFAULT_SPIKE_MS) / TICK_MS))
      influence.impulse += Math.log1p(command.pct / 100) / steps
      influence.shock = true
      return
    }
    case 'volatility':
      influence.volatility *= command.factor
      return
    case 'halt':
      influence.halted = true
      return
    case 'freeze_feed':
      influence.quotesPaused = true
      return
    case 'silent_index':
      influence.indexSilent = true
      return
    case 'wide_spread':
      influence.spread *= command.factor ?? DEFAULT_SPREAD_FACTOR
      return
    case 'thin_book':
      influence.quantity *= command.factor
      return
    case 'crossed_chain':
      influence.crossed = true
      return
    case 'normal':
  }
}

function checkCommand(command: ScenarioCommand): void {
  const positive = (name: string, value: number | undefined) => {
    if (value !== undefined && !(value > 0 && Number.isFinite(value)))
      throw new RangeError(`scenario ${command.kind}: ${name} must be a number above 0, not ${value}`)
  }
  if ('durationMs' in command) positive('durationMs', command.durationMs)
  if ('factor' in command) positive('factor', command.factor)
  if ('overMs' in command) positive('overMs', command.overMs)
  if ('sigmasPer15Min' in command) positive('sigmasPer15Min', command.sigmasPer15Min)
  if ('pct' in command && !(Math.abs(command.pct) <= 20))
    throw new RangeError(`scenario ${command.kind}: pct must lie between -20 and 20, not ${command.pct}`)
}
