import { median } from './median.ts'
import { PUT } from './option-legs.ts'

/** Room for the strikes nearest the money, filled again at every call: no allocation a snapshot. */
const nearest = new Float64Array(16)
const candidates = new Float64Array(16)

/**
 * Forward by put-call parity: median over the `count` strikes with the smallest |C - P| of K + growth × (C - P).
 * `growth` = e^(rT). NaN when no strike has both prices (signals reference §1.4).
 */
export function parityForward(strikes: Float64Array, price: Float64Array, growth: number, count: number): number {
  let found = 0
  for (let i = 0; i < strikes.length; i += 1) {
    const difference = price[2 * i]! - price[2 * i + PUT]!
    if (difference !== difference) continue
    const distance = Math.abs(difference)
    if (found === count && distance >= nearest[count - 1]!) continue
    let at = found < count ? found : count - 1
    for (; at > 0 && nearest[at - 1]! > distance; at -= 1) {
      nearest[at] = nearest[at - 1]!
      candidates[at] = candidates[at - 1]!
    }
    nearest[at] = distance
    candidates[at] = strikes[i]! + growth * difference
    if (found < count) found += 1
  }
  return found === 0 ? Number.NaN : median(candidates, found)
}
