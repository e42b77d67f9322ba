import { LEARNING } from './learning-params.ts'

/** What was reported, and what came: 1 up, 0 down. */
export interface Label {
  readonly signed: number
  readonly up: 0 | 1
}

/** Probability of up = 1 ÷ (1 + e^−(offset + slope × signed)). */
export interface LogisticMap {
  readonly offset: number
  readonly slope: number
}

/** Forecasts one half of everything. */
export const HALF: LogisticMap = { offset: 0, slope: 0 }

const NEWTON_STEPS = 25
const RIDGE = 1e-6
const SETTLED = 1e-10

/**
 * Maximum likelihood by Newton's steps, with the least of ridges so that a row without variety has an answer. `HALF`
 * under 300 labels. Sums run in the order of the labels.
 */
export function fitLogistic(labels: readonly Label[]): LogisticMap {
  if (labels.length < LEARNING.calibration.leastLabels) return HALF
  let offset = 0
  let slope = 0
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    let g0 = -RIDGE * offset
    let g1 = -RIDGE * slope
    let h00 = RIDGE
    let h01 = 0
    let h11 = RIDGE
    for (const { signed, up } of labels) {
      const probability = probabilityOf({ offset, slope }, signed)
      const weight = probability * (1 - probability)
      g0 += up - probability
      g1 += (up - probability) * signed
      h00 += weight
      h01 += weight * signed
      h11 += weight * signed * signed
    }
    const determinant = h00 * h11 - h01 * h01
    const d0 = (h11 * g0 - h01 * g1) / determinant
    const d1 = (h00 * g1 - h01 * g0) / determinant
    offset += d0
    slope += d1
    if (Math.abs(d0) + Math.abs(d1) < SETTLED) break
  }
  return { offset, slope }
}

export function probabilityOf({ offset, slope }: LogisticMap, signed: number): number {
  return 1 / (1 + Math.exp(-(offset + slope * signed)))
}
