/** Rows rendered beyond those in sight on either side: what a quick scroll reaches before the next ones are rendered. */
const OVERSCAN = 4

/** The frame of a table and its rows, in pixels. */
export interface RowGeometry {
  /** How far the rows are scrolled. */
  readonly scrollTop: number
  /** Height in which they are in sight. */
  readonly height: number
  /** Height of one; 0: nothing is laid out. */
  readonly rowHeight: number
}

/** Rows in their order, from `first` to the one before `end`. */
export interface RowWindow {
  readonly first: number
  readonly end: number
}

/** Which of `count` rows are rendered: those in sight and a few more on either side; every row where nothing is laid out. */
export function rowWindow({ scrollTop, height, rowHeight }: RowGeometry, count: number): RowWindow {
  if (rowHeight <= 0) return { first: 0, end: count }
  const first = Math.floor(scrollTop / rowHeight) - OVERSCAN
  const end = Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN
  return { first: Math.min(Math.max(0, first), count), end: Math.max(0, Math.min(count, end)) }
}

/**
 * The window between `shown` and `target` that renders at most `step` more rows: it grows from the rows that both have, or from
 * the middle of the target, which is in sight. What the target does not have leaves at once.
 */
export function windowTowards(shown: RowWindow, target: RowWindow, step: number): RowWindow {
  let first = Math.max(shown.first, target.first)
  let end = Math.min(shown.end, target.end)
  if (first >= end) first = end = Math.floor((target.first + target.end) / 2)
  for (let left = step; left > 0 && (first > target.first || end < target.end); left -= 1) {
    const isEven = target.end - end >= first - target.first
    if (isEven) end += 1
    else first -= 1
  }
  return { first, end }
}

export const isSameWindow = (a: RowWindow, b: RowWindow): boolean => a.first === b.first && a.end === b.end

/** The rows of the window and those of `pinned`, ascending. */
export function renderedRows({ first, end }: RowWindow, pinned: readonly number[]): readonly number[] {
  const rows = new Set(pinned.filter((row) => row >= 0))
  for (let row = first; row < end; row += 1) rows.add(row)
  return [...rows].toSorted((a, b) => a - b)
}
