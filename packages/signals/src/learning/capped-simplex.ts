export interface WeightBounds {
  readonly least: number
  readonly most: number
}

/**
 * "Clamp each to the caps and renormalise" with an end inside the caps: the weights c × w, clamped, for the one c that
 * makes their sum 1. Clamping and dividing by the sum once can leave the caps again; this is where repeating it leads.
 * Order is kept, and so are the proportions of all that no cap holds. `weights`: positive.
 * Throws RangeError when no weights of that many could be within the caps and add up to 1.
 */
export function withinCaps(weights: readonly number[], { least, most }: WeightBounds): number[] {
  const count = weights.length
  if (count * least > 1 || count * most < 1 || weights.some((weight) => !(weight > 0)))
    throw new RangeError(`${count} positive weights of ${least} to ${most} cannot add up to 1`)
  const sumAt = (c: number) => weights.reduce((sum, weight) => sum + clamp(c * weight, least, most), 0)
  // The sum only grows with c, and is straight between the values of c at which a weight meets a cap.
  const corners = weights.flatMap((weight) => [least / weight, most / weight]).sort((a, b) => a - b)
  // Where the caps only just allow 1, rounding may leave the last corner's sum a hair under it.
  const last = corners.findLastIndex((c) => sumAt(c) < 1)
  const [from, to] = [corners[Math.max(0, last)]!, corners[Math.min(last + 1, corners.length - 1)]!]
  const middle = from + (to - from) / 2
  let held = 0
  let free = 0
  for (const weight of weights) {
    const at = middle * weight
    if (at <= least) held += least
    else if (at >= most) held += most
    else free += weight
  }
  const c = free > 0 ? (1 - held) / free : to
  return weights.map((weight) => clamp(c * weight, least, most))
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
