import { startTransition, useEffect, useRef, useState, type RefObject } from 'react'
import { withNextFigures, type StepSize, type StrikeFigures } from './strike-figures.ts'

/** Strikes renewed between two frames: as many as a slow phone renders within 50 ms. */
const STEP: StepSize = { inSight: 3, outOfSight: 6 }

/**
 * The figures that are shown of all strikes: a few strikes a frame take over the latest ones, those in sight first, until all
 * have. Prices of every strike come at the same instant; rendered together they would hold the page for many frames, and a
 * key press with it. Other strikes than those shown appear at once.
 */
export function useGradualFigures(
  latest: readonly StrikeFigures[],
  grid: RefObject<HTMLElement | null>,
): readonly StrikeFigures[] {
  const [shown, setShown] = useState(latest)
  const outOfSight = useRowsOutOfSight(grid)
  const next = withNextFigures(shown, latest, STEP, (strike) => !outOfSight.current.has(strike))
  const step = useRef(next)
  const frame = useRef<number>(undefined)
  useEffect(() => {
    step.current = next
    // A frame that is awaited stays: on a slow device prices come more often than frames, and none would ever be reached.
    if (next === shown || frame.current !== undefined) return
    frame.current = requestAnimationFrame(() => {
      frame.current = undefined
      // Of more weight they would keep a slow device from ever rendering what others leave for later, such as a panel's charts.
      startTransition(() => setShown(step.current))
    })
  })
  useEffect(
    () => () => {
      if (frame.current !== undefined) cancelAnimationFrame(frame.current)
      frame.current = undefined
    },
    [],
  )
  // Of strikes that were not there before nothing older can be shown.
  return next === latest ? latest : shown
}

/** Strikes of the rows that the browser skips (`content-visibility`), which it reports without a layout being read. */
function useRowsOutOfSight(grid: RefObject<HTMLElement | null>): RefObject<ReadonlySet<number>> {
  const strikes = useRef(new Set<number>())
  useEffect(() => {
    const table = grid.current
    if (table === null) return undefined
    const note = (event: Event) => {
      const strike = event.target instanceof HTMLElement ? event.target.dataset['strike'] : undefined
      if (strike === undefined) return
      if ((event as ContentVisibilityAutoStateChangeEvent).skipped) strikes.current.add(Number(strike))
      else strikes.current.delete(Number(strike))
    }
    table.addEventListener('contentvisibilityautostatechange', note)
    return () => table.removeEventListener('contentvisibilityautostatechange', note)
  }, [grid])
  return strikes
}
