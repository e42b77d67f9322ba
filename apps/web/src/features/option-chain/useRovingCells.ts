import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Rows that Page Up and Page Down go. */
const PAGE = 10

interface RovingCells {
  readonly grid: RefObject<HTMLTableElement | null>
  /** The strike of the row that has the stop, which must stay rendered out of sight too; undefined: no cell had the focus yet. */
  readonly stopAt: number | undefined
  readonly onFocus: (event: FocusEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Makes the cells of a table's rows with `data-strike` one stop of the Tab key, between which arrow keys move; Home and End
 * go to the ends of a row, with Ctrl to the first and last row. A cell's only button takes the focus in its place. The
 * stop is an attribute that no render writes, so that a move renders no row again. `strikes` are those of all rows in their
 * order, also of rows that are not rendered: a key that leads to one of these renders it first. `first` names the cell to
 * begin with.
 */
export function useRovingCells(
  strikes: readonly number[],
  first: (grid: HTMLTableElement) => Element | null | undefined,
): RovingCells {
  const grid = useRef<HTMLTableElement>(null)
  const stop = useRef<HTMLElement>(undefined)
  const [stopAt, setStopAt] = useState<number>()
  const makeStop = (element: HTMLElement) => {
    if (stop.current !== undefined) stop.current.tabIndex = -1
    element.tabIndex = 0
    stop.current = element
  }
  // After each render: the row of the last stop may have left.
  useEffect(() => {
    if (grid.current === null || stop.current?.isConnected === true) return
    const cell = first(grid.current) ?? grid.current.querySelector('[data-strike] > *')
    if (cell != null) makeStop(focusableOf(cell))
  })
  return {
    grid,
    stopAt,
    onFocus({ target }) {
      const cell = target.closest<HTMLTableCellElement>('[data-strike] > *')
      if (cell === null) return
      makeStop(focusableOf(cell))
      setStopAt(strikeOf(cell))
    },
    onKeyDown(event) {
      const cell = event.target instanceof Element ? event.target.closest<HTMLTableCellElement>('td, th') : null
      if (cell === null || grid.current === null || event.altKey || event.metaKey) return
      const next = nextCell(strikes, cell, event)
      if (next === undefined) return
      event.preventDefault()
      if (rowOf(grid.current, next.strike) === null) flushSync(() => setStopAt(next.strike))
      const row = rowOf(grid.current, next.strike)
      if (row !== null) focusableOf(row.cells[next.column]!).focus()
    },
  }
}

const rowOf = (grid: HTMLTableElement, strike: number) =>
  grid.querySelector<HTMLTableRowElement>(`tr[data-strike="${strike}"]`)

const strikeOf = (cell: HTMLTableCellElement) => Number(cell.parentElement?.dataset['strike'])

const focusableOf = (cell: Element): HTMLElement => cell.querySelector('button') ?? (cell as HTMLElement)

interface CellPlace {
  readonly strike: number
  readonly column: number
}

/** Where a key leads from a cell; undefined: the key moves nothing here. */
function nextCell(
  strikes: readonly number[],
  cell: HTMLTableCellElement,
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
): CellPlace | undefined {
  const at = strikes.indexOf(strikeOf(cell))
  if (at < 0) return undefined
  const last = (cell.parentElement as HTMLTableRowElement).cells.length - 1
  const place = (row: number, column: number): CellPlace => ({
    strike: strikes[Math.min(strikes.length - 1, Math.max(0, row))]!,
    column: Math.min(last, Math.max(0, column)),
  })
  const column = cell.cellIndex
  if (key === 'Home') return place(ctrlKey ? 0 : at, 0)
  if (key === 'End') return place(ctrlKey ? strikes.length - 1 : at, last)
  if (ctrlKey) return undefined
  if (key === 'ArrowLeft') return place(at, column - 1)
  if (key === 'ArrowRight') return place(at, column + 1)
  if (key === 'ArrowUp') return place(at - 1, column)
  if (key === 'ArrowDown') return place(at + 1, column)
  if (key === 'PageUp') return place(at - PAGE, column)
  if (key === 'PageDown') return place(at + PAGE, column)
  return undefined
}
