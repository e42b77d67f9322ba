import { momentsOf } from '@strikewise/domain/statistics/moments.ts'
import { sharpeOf, type TrialStatistics } from '@strikewise/domain/statistics/sharpe-ratio.ts'

/** Daily results of every trial, of this run and before it: how many, and how much their Sharpe ratios vary. */
export function trialStatisticsOf(rows: readonly (readonly number[])[]): TrialStatistics {
  return { trials: rows.length, deviation: momentsOf(rows.map((row) => sharpeOf(momentsOf(row)))).deviation }
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
