/** Plots are drawn in a box of this size and stretched to their place; words beside them stay as they are. */
export const BOX = { width: 1000, height: 100 } as const

/** Shapes in the box. */
export function box(shapes: readonly string[]): string {
  return `<svg viewBox="0 0 ${BOX.width} ${BOX.height}" preserveAspectRatio="none" aria-hidden="true">${shapes.join('')}</svg>`
}

/** A line across the box at `y`. */
export function horizontal(y: number, isZero: boolean): string {
  return `<line class="${isZero ? 'zero' : 'grid'}" x1="0" x2="${BOX.width}" y1="${y.toFixed(2)}" y2="${y.toFixed(2)}"/>`
}

/** Bounds on round figures around two values, and the three to six round figures between them. */
export function axis(least: number, most: number): { least: number; most: number; ticks: number[] } {
  const span = most - least || 1
  const power = 10 ** Math.floor(Math.log10(span / 4))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => span / size <= 5)!
  const [from, to] = [Math.floor(least / step), Math.max(Math.ceil(most / step), Math.floor(least / step) + 1)]
  return {
    least: from * step,
    most: to * step,
    ticks: Array.from({ length: to - from + 1 }, (_, i) => (from + i) * step),
  }
}
