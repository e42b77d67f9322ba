import type { BaselineName } from '@strikewise/signals/learning/baselines.ts'
import { bootstrapMeans, quantile } from '@strikewise/domain/statistics/day-bootstrap.ts'
import { momentsOf } from '@strikewise/domain/statistics/moments.ts'
import { Rng } from '@strikewise/exchange/random/rng.ts'

/**
 * A baseline beside the rules that were run, in the one unit in which a purchased option, a straddle and a future can be
 * compared: mean net paise a session, each position as large as makes its daily results vary as much as the rules' own.
 * A lot against a lot would call the larger bet the better one.
 */
export interface Compared {
  readonly name: BaselineName
  /** What the rules brought on the same terms. */
  readonly own: number
  readonly baseline: number
  /** What the baseline stays under in 95 of 100 draws: of days, or of its coin. */
  readonly p95: number
}

/** Net paise of each session, in order; sessions without a position count as 0. */
export type SessionRow = readonly number[]

/** A baseline with one course. Undefined where either row does not vary: there is no risk to compare at. */
export function comparedByDays(
  name: BaselineName,
  own: SessionRow,
  baseline: SessionRow,
  seed: string,
): Compared | undefined {
  const scale = scaleOf(own, baseline)
  if (scale === undefined) return undefined
  const rng = new Rng(seed, `equal risk ${name}`)
  const means = bootstrapMeans(
    baseline.map((net) => [net]),
    () => rng.unit(),
  )
  return {
    name,
    own: momentsOf(own).mean,
    baseline: scale * momentsOf(baseline).mean,
    p95: scale * quantile(means, 0.95),
  }
}

/** A baseline of chance, drawn many times over. Undefined without a draw at whose risk it can be compared. */
export function comparedByDraws(
  name: BaselineName,
  own: SessionRow,
  draws: readonly SessionRow[],
): Compared | undefined {
  const means = draws
    .flatMap((draw) => {
      const scale = scaleOf(own, draw)
      return scale === undefined ? [] : [scale * momentsOf(draw).mean]
    })
    .sort((a, b) => a - b)
  if (means.length === 0) return undefined
  return { name, own: momentsOf(own).mean, baseline: quantile(means, 0.5), p95: quantile(means, 0.95) }
}

function scaleOf(own: SessionRow, other: SessionRow): number | undefined {
  const deviation = momentsOf(other).deviation
  const aimedAt = momentsOf(own).deviation
  return deviation > 0 && aimedAt > 0 ? aimedAt / deviation : undefined
}
