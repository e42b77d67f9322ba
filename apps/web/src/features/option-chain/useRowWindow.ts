import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { isSameWindow, rowWindow, windowTowards, type RowWindow } from './row-window.ts'

/** Rows that are added between two frames: as many as a slow phone renders, lays out and paints within 50 ms. */
const STEP = 4

const NONE: RowWindow = { first: 0, end: 0 }

/**
 * Which of the `count` rows of a table's body are rendered as its frame is scrolled and resized; all of them while the page
 * is printed. After a jump they come a few a frame. The rows are of one height, and the body is as high as all of them.
 */
export function useRowWindow(grid: RefObject<HTMLTableElement | null>, count: number): RowWindow {
  const [shown, setShown] = useState(NONE)
  const target = useRef(NONE)
  const frame = useRef<number>(undefined)
  const awaitFrame = () => {
    frame.current ??= requestAnimationFrame(() => {
      frame.current = undefined
      setShown((last) => (isSameWindow(last, target.current) ? last : windowTowards(last, target.current, STEP)))
    })
  }
  useLayoutEffect(() => {
    const table = grid.current
    const scroller = table?.parentElement
    if (table == null || scroller == null) return undefined
    const measure = () => (target.current = windowOf(table, scroller, count))
    const follow = () => {
      measure()
      awaitFrame()
    }
    const showAll = () => {
      target.current = { first: 0, end: count }
      // The browser lays the page out for the printer right after this.
      flushSync(() => setShown(target.current))
    }
    const sizes = new ResizeObserver(follow)
    for (const element of [scroller, table.tBodies[0]!]) sizes.observe(element)
    const listening = new AbortController()
    const { signal } = listening
    scroller.addEventListener('scroll', follow, { passive: true, signal })
    window.addEventListener('beforeprint', showAll, { signal })
    window.addEventListener('afterprint', follow, { signal })
    // The first rows come with the table.
    setShown(measure())
    return () => {
      sizes.disconnect()
      listening.abort()
      if (frame.current !== undefined) cancelAnimationFrame(frame.current)
      frame.current = undefined
    }
  }, [grid, count])
  useEffect(() => {
    if (!isSameWindow(shown, target.current)) awaitFrame()
  }, [shown])
  return shown
}

/** The rows of a table in its frame as they are laid out now. */
function windowOf(table: HTMLTableElement, scroller: Element, count: number): RowWindow {
  const { scrollTop, clientHeight } = scroller
  const height = clientHeight - (table.tHead?.offsetHeight ?? 0)
  return rowWindow({ scrollTop, height, rowHeight: table.tBodies[0]!.offsetHeight / count }, count)
}
