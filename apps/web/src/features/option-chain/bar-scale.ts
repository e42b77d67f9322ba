/** Where the longest bar may end, as a chart's axis does: round figures, of which each is at most a third above the one before. */
const STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/**
 * The open interest a full bar stands for, in units: the next round figure from the largest one up, so that it stays while
 * that moves. A change of it redraws every bar.
 */
export function barScale(largest: number): number {
  if (largest < 1) return 1
  const decade = 10 ** Math.floor(Math.log10(largest))
  return decade * STEPS.find((step) => step * decade >= largest)!
}
