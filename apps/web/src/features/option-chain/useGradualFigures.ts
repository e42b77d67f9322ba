import { startTransition, useEffect, useRef, useState } from 'react'
import { hasSameStrikes, withNextFigures, type StrikeFigures } from './strike-figures.ts'

/** Strikes renewed between two frames: as many as a slow phone renders, lays out and paints within 50 ms. */
const STEP = 6

/**
 * The figures that are shown of all strikes: a few of the `rendered` strikes a frame take over the latest ones, until all
 * have. Prices of every strike come at the same instant; rendered together they would hold the page for many frames, and a
 * key press with it. Strikes that are not rendered have the latest figures when they are. Other strikes than those shown
 * appear at once.
 */
export function useGradualFigures(
  latest: readonly StrikeFigures[],
  isRendered: (at: number) => boolean,
): readonly StrikeFigures[] {
  const [shown, setShown] = useState(latest)
  const current = useRef({ shown, latest, isRendered })
  const frame = useRef<number>(undefined)
  useEffect(() => {
    current.current = { shown, latest, isRendered }
    // A frame that is awaited stays: on a slow device prices come more often than frames, and none would ever be reached.
    if (frame.current !== undefined || nextOf(current.current) === shown) return
    frame.current = requestAnimationFrame(() => {
      frame.current = undefined
      // Of more weight the steps would keep a slow device from ever rendering what others leave for later, such as a panel's
      // charts. Each is computed from what is shown, so that steps that wait do not add up.
      startTransition(() => setShown(nextOf(current.current)))
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
  return hasSameStrikes(shown, latest) ? shown : latest
}

interface Progress {
  readonly shown: readonly StrikeFigures[]
  readonly latest: readonly StrikeFigures[]
  readonly isRendered: (at: number) => boolean
}

const nextOf = ({ shown, latest, isRendered }: Progress) => withNextFigures(shown, latest, STEP, isRendered)
