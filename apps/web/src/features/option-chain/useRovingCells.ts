import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

/** Rows that Page Up and Page Down go. */
const PAGE = 10

interface RovingCells {
  readonly grid: RefObject<HTMLTableElement | null>
  readonly onFocus: (event: FocusEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Makes the cells of a table's rows with `data-strike` one stop of the Tab key, between which arrow keys move; Home and End
 * go to the ends of a row, with Ctrl to the first and last row. A cell's only button takes the focus in its place. The
 * stop is an attribute that no render writes, so that a move renders no row again. `first` names the cell to begin with.
 */
export function useRovingCells(first: (grid: HTMLTableElement) => Element | null | undefined): RovingCells {
  const grid = useRef<HTMLTableElement>(null)
  const stop = useRef<HTMLElement>(undefined)
  const makeStop = (element: HTMLElement) => {
    if (stop.current !== undefined) stop.current.tabIndex = -1
    element.tabIndex = 0
    stop.current = element
  }
  // After each render: the row of the last stop may have left.
  useEffect(() => {
    if (grid.current === null || stop.current?.isConnected === true) return
    const cell = first(grid.current) ?? rowsOf(grid.current)[0]?.cells[0]
    if (cell != null) makeStop(focusableOf(cell))
  })
  return {
    grid,
    onFocus({ target }) {
      const cell = target.closest('[data-strike] > *')
      if (cell !== null) makeStop(focusableOf(cell))
    },
    onKeyDown(event) {
      const cell = event.target instanceof Element ? event.target.closest<HTMLTableCellElement>('td, th') : null
      if (cell === null || grid.current === null || event.altKey || event.metaKey) return
      const next = nextCell(rowsOf(grid.current), cell, event)
      if (next === undefined) return
      event.preventDefault()
      focusableOf(next).focus()
    },
  }
}

const rowsOf = (grid: HTMLTableElement) => [...grid.querySelectorAll<HTMLTableRowElement>('tr[data-strike]')]

const focusableOf = (cell: Element): HTMLElement => cell.querySelector('button') ?? (cell as HTMLElement)

/** Where a key leads from a cell; undefined: the key moves nothing here. */
function nextCell(
  rows: readonly HTMLTableRowElement[],
  cell: HTMLTableCellElement,
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
): HTMLTableCellElement | undefined {
  const at = rows.findIndex((row) => row === cell.parentElement)
  const row = rows[at]
  if (row === undefined) return undefined
  const last = row.cells.length - 1
  const column = cell.cellIndex
  const inRow = (index: number) => row.cells[Math.min(last, Math.max(0, index))]
  const inColumn = (index: number) => rows[Math.min(rows.length - 1, Math.max(0, index))]!.cells[column]
  if (key === 'Home') return ctrlKey ? rows[0]!.cells[0] : inRow(0)
  if (key === 'End') return ctrlKey ? rows.at(-1)!.cells[last] : inRow(last)
  if (ctrlKey) return undefined
  if (key === 'ArrowLeft') return inRow(column - 1)
  if (key === 'ArrowRight') return inRow(column + 1)
  if (key === 'ArrowUp') return inColumn(at - 1)
  if (key === 'ArrowDown') return inColumn(at + 1)
  if (key === 'PageUp') return inColumn(at - PAGE)
  if (key === 'PageDown') return inColumn(at + PAGE)
  return undefined
}
