import { withinCaps } from './capped-simplex.ts'
import { LEARNING } from './learning-params.ts'

/**
 * Weights after a day (signals reference §5.2): Hedge (Freund and Schapire 1997) with fixed share (Herbster and Warmuth
 * 1998), within the caps. `losses`: each agent's mean Brier score of the day; null: it had no label that day. Agents
 * without one keep their part and the others share out theirs among themselves; when none has one, nothing changes.
 */
export function multiplicativeWeights(
  before: readonly number[],
  losses: readonly (number | null)[],
): readonly number[] {
  const { eta, alpha, caps } = LEARNING.hedge
  let part = 0
  let left = 0
  let active = 0
  const reduced = before.map((weight, i) => {
    const loss = losses[i] ?? null
    if (loss === null) return weight
    const after = weight * Math.exp(-eta * loss)
    part += weight
    left += after
    active += 1
    return after
  })
  if (active === 0) return before
  const next = reduced.map((weight, i) =>
    (losses[i] ?? null) === null ? weight : (1 - alpha) * part * (weight / left) + (alpha * part) / active,
  )
  return withinCaps(next, caps)
}
