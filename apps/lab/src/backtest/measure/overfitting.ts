import { normalCdf } from '@strikewise/domain/market/black76.ts'
import { momentsOf, type Moments } from './moments.ts'
import { normalQuantile } from './normal.ts'

/** Euler and Mascheroni's constant, to the four digits the reference computes with. */
const EULER = 0.5772

/** Mean ÷ deviation of daily values, not annualised; 0 where nothing varies. */
export function sharpeOf({ mean, deviation }: Moments): number {
  return deviation > 0 ? mean / deviation : 0
}

/**
 * Probabilistic Sharpe ratio: how likely the true daily Sharpe is above `benchmark`, given as many days, their skewness
 * and kurtosis (signals reference §4; Bailey and López de Prado 2014). Undefined under three days.
 */
export function probabilisticSharpe(
  sharpe: number,
  benchmark: number,
  days: Omit<Moments, 'mean' | 'deviation'>,
): number | undefined {
  const { count, skewness, kurtosis } = days
  const spread = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe
  if (count < 3 || !(spread > 0)) return undefined
  return normalCdf(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(spread))
}

/** The daily Sharpe the best of `trials` useless ones is expected to show when theirs vary with `deviation`; 0 for one trial. */
export function luckySharpe(trials: number, deviation: number): number {
  if (trials < 2) return 0
  const best = normalQuantile(1 - 1 / trials)
  const next = normalQuantile(1 - 1 / (trials * Math.E))
  return deviation * ((1 - EULER) * best + EULER * next)
}

/** Deflated Sharpe ratio of one row of daily results, chosen among trials with these daily Sharpes (its own included). */
export function deflatedSharpe(days: readonly number[], trialSharpes: readonly number[]): number | undefined {
  const moments = momentsOf(days)
  const benchmark = luckySharpe(trialSharpes.length, momentsOf(trialSharpes).deviation)
  return probabilisticSharpe(sharpeOf(moments), benchmark, moments)
}

const BLOCKS = 16

/**
 * Probability of backtest overfitting by combinatorially symmetric cross-validation (Bailey, Borwein, López de Prado,
 * Zhu 2016): the share of the ways to choose half of 16 blocks of days in which the trial that is best there ends in the
 * lower half of all trials elsewhere. `trials`: daily results of each, the same days. Undefined under two trials or 32 days.
 */
export function overfittingProbability(trials: readonly (readonly number[])[]): number | undefined {
  const days = trials[0]?.length ?? 0
  if (trials.length < 2 || days < 2 * BLOCKS) return undefined
  const sums = trials.map((row) => blockSums(row))
  let splits = 0
  let overfitted = 0
  for (let mask = 0; mask < 1 << BLOCKS; mask += 1) {
    if (bitCount(mask) !== BLOCKS / 2) continue
    splits += 1
    const inside = sums.map((blocks) => sharpeOfBlocks(blocks, mask))
    const outside = sums.map((blocks) => sharpeOfBlocks(blocks, ~mask))
    const best = inside.indexOf(Math.max(...inside))
    // Relative rank of the chosen one elsewhere, in (0, 1); at or under one half it was overfitted.
    const below = outside.filter((sharpe) => sharpe < outside[best]!).length
    const equal = outside.filter((sharpe) => sharpe === outside[best]!).length
    if ((below + (equal + 1) / 2) / (trials.length + 1) <= 0.5) overfitted += 1
  }
  return overfitted / splits
}

interface Block {
  readonly count: number
  readonly sum: number
  readonly squares: number
}

function blockSums(row: readonly number[]): Block[] {
  return Array.from({ length: BLOCKS }, (_, i) => {
    const days = row.slice(Math.floor((i * row.length) / BLOCKS), Math.floor(((i + 1) * row.length) / BLOCKS))
    return {
      count: days.length,
      sum: days.reduce((total, value) => total + value, 0),
      squares: days.reduce((total, value) => total + value * value, 0),
    }
  })
}

function sharpeOfBlocks(blocks: readonly Block[], mask: number): number {
  let count = 0
  let sum = 0
  let squares = 0
  for (const [i, block] of blocks.entries()) {
    if ((mask & (1 << i)) === 0) continue
    count += block.count
    sum += block.sum
    squares += block.squares
  }
  const mean = sum / count
  const variance = squares / count - mean * mean
  return variance > 1e-12 ? mean / Math.sqrt(variance) : 0
}

function bitCount(mask: number): number {
  let bits = 0
  for (let rest = mask; rest > 0; rest &= rest - 1) bits += 1
  return bits
}
