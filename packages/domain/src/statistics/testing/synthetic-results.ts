/** One result in R of a bought option: mostly stopped near 1, seldom far beyond; the target, or out on time between. */
export function boughtOption(unit: () => number): number {
  const at = unit()
  if (at < 0.03) return -1.4 - unit()
  if (at < 0.42) return -1.05 + 0.2 * unit()
  return at < 0.58 ? 1.95 : 1.6 * unit() - 0.55
}

/** Mean of many results. */
export function meanOf(result: (unit: () => number) => number, unit: () => number): number {
  let sum = 0
  for (let i = 0; i < 400_000; i += 1) sum += result(unit)
  return sum / 400_000
}
