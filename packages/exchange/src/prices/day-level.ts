import { unitOf } from '../random/hash.ts'
import { BANK, DAY_LEVEL, OVERNIGHT } from './calibration.ts'

/** How the level's logarithm is spread and how long it is remembered: see `DAY_LEVEL`. */
export interface LevelMemory {
  readonly deviation: number
  readonly slow: number
  readonly fast: number
  readonly slowShare: number
}

/** Days the level looks back; what older days would add is under a fiftieth of the newest one's. */
const LEVEL_DAYS = 120
/** Share of BANKNIFTY's own noise once NIFTY's is taken out. */
export const OWN_NOISE: number = Math.sqrt(1 - BANK.noiseCorrelation * BANK.noiseCorrelation)

/** Weights of the innovations by age in days: two time scales, of which the squares add up to the level's variance. */
const WEIGHTS = levelWeights(DAY_LEVEL)
/** Mean of the level's logarithm: its mean square is that of `rms`. */
const MIDDLE = Math.log(DAY_LEVEL.rms) - DAY_LEVEL.deviation * DAY_LEVEL.deviation

/** What each of the last innovations adds to a level's logarithm, the newest first. */
export function levelWeights({ slow, fast, slowShare, deviation }: LevelMemory): Float64Array {
  const weights = Float64Array.from(
    { length: LEVEL_DAYS },
    (_, age) => slowShare * slow ** age + (1 - slowShare) * fast ** age,
  )
  const size = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0))
  return weights.map((weight) => (weight * deviation) / size)
}

/**
 * A day's volatility level: log-normal, with the memory of `DAY_LEVEL`. Made of the innovations of the days before it, so
 * that any day can be asked for without walking there. `ordinal`: running number of the day.
 */
export function dayLevel(seed: string, ordinal: number): number {
  let log = MIDDLE
  for (const [age, weight] of WEIGHTS.entries()) log += weight * innovationOf(seed, ordinal - age)
  return Math.exp(log)
}

/** Correlation of the level's logarithm with that of `days` later. */
function levelMemory(days: number): number {
  let sum = 0
  for (let age = 0; age + days < LEVEL_DAYS; age += 1) sum += WEIGHTS[age]! * WEIGHTS[age + days]!
  return sum / (DAY_LEVEL.deviation * DAY_LEVEL.deviation)
}

/** Memory by days ahead: as far as options go. */
const MEMORY = Float64Array.from({ length: LEVEL_DAYS + 1 }, (_, days) => levelMemory(days))

/** Mean of the squared level `days` sessions after one of `square`: the conditional mean of a log-normal variable. */
export function squareAhead(square: number, days: number): number {
  const memory = MEMORY[Math.min(days, LEVEL_DAYS)]!
  const { deviation } = DAY_LEVEL
  const middle = MIDDLE + memory * (Math.log(square) / 2 - MIDDLE)
  return Math.exp(2 * middle + 2 * deviation * deviation * (1 - memory * memory))
}

/** Log returns from the last close to the open; a night whose news raises the level leans downward. */
export function overnightGap(seed: string, ordinal: number, level: number): { nifty: number; bank: number } {
  const { scale, lean } = OVERNIGHT
  const normal = Math.sqrt(1 - lean * lean) * normalOf(seed, 'gap', ordinal) - lean * innovationOf(seed, ordinal)
  const nifty = scale * level * normal * tailOf(seed, ordinal)
  const own = scale * level * BANK.ratio * OWN_NOISE * normalOf(seed, 'bank gap', ordinal)
  return { nifty, bank: BANK.beta * nifty + own }
}

function innovationOf(seed: string, ordinal: number): number {
  return normalOf(seed, 'level', ordinal)
}

/** Turns a normal variable into Student's t of four degrees of freedom: half the sum of two exponentials is χ²/4. */
function tailOf(seed: string, ordinal: number): number {
  const product = (1 - unitOf(seed, 'tail', 1, ordinal)) * (1 - unitOf(seed, 'tail', 2, ordinal))
  return 1 / Math.sqrt(-Math.log(product) / 2)
}

function normalOf(...parts: readonly (string | number)[]): number {
  const radius = Math.sqrt(-2 * Math.log(1 - unitOf('r', ...parts)))
  return radius * Math.cos(2 * Math.PI * unitOf('a', ...parts))
}
