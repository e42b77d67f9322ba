import { useLingui } from '@lingui/react/macro'
import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { OptionChainDetails, OptionChainWalls } from '@strikewise/wire/option-chain.ts'
import { Fragment, useLayoutEffect, useMemo, type CSSProperties } from 'react'
import { priceText } from '../../lib/format.ts'
import { PHONE, useMedia } from '../../lib/media.ts'
import { CHAIN_COLUMNS } from './chain-columns.tsx'
import type { ChainWindow } from './chain-window.ts'
import { ChainGridHead } from './ChainGridHead.tsx'
import { ChainGridRow, HEAD_ROWS, rowNumber, rowTop } from './ChainGridRow.tsx'
import { openContract } from './contract-request.ts'
import { heldKey, type HeldContracts } from './held-contracts.ts'
import { renderedRows } from './row-window.ts'
import { strikeFigures } from './strike-figures.ts'
import { useGradualFigures } from './useGradualFigures.ts'
import { useRovingCells } from './useRovingCells.ts'
import { useRowWindow } from './useRowWindow.ts'

/** Pixels of the strikes' column, with room for the marks of held contracts. */
const STRIKE_WIDTH = { desktop: 104, phone: 58 }

export interface ChainGridProps {
  shown: ChainWindow
  walls: OptionChainWalls | undefined
  symbol: IndexSymbol
  /** Where the index is: options in the money are tinted, and a line stands between the strikes around it. */
  spot: number | undefined
  /** By strike. */
  details: ReadonlyMap<number, OptionChainDetails>
  held: HeldContracts
}

/**
 * All strikes with all columns, in a frame of its own height below a head that stays. It opens at the money. One stop of the
 * Tab key: arrow keys move between the cells. Enter, or a press, opens the panel of the cell's contract. Only the rows in
 * sight and a few around them are rendered, so that a frame of changed prices costs no more than those; assistive technology
 * reads how many there are and which each is. The browser's search finds the rendered rows alone.
 */
export function ChainGrid({ shown, walls, symbol, spot, details, held }: ChainGridProps) {
  const { t } = useLingui()
  const layout = useMedia(PHONE) ? 'phone' : 'desktop'
  const columns = CHAIN_COLUMNS[layout]
  const strikes = useMemo(() => shown.rows.map(({ strike }) => strike), [shown.rows])
  const latest = useMemo(() => strikeFigures(shown.rows, details), [shown.rows, details])
  const { grid, stopAt, onFocus, onKeyDown } = useRovingCells(strikes, (table) =>
    table.querySelector('tr[aria-current] [data-side=call] button'),
  )
  useLayoutEffect(() => showMoney(grid.current), [grid, layout])
  const window = useRowWindow(grid, strikes.length)
  // The strike at the money is there for who searches for it, the one with the stop so that it keeps the focus.
  const rows = renderedRows(window, [
    strikes.indexOf(shown.centre ?? Number.NaN),
    strikes.indexOf(stopAt ?? Number.NaN),
  ])
  const figures = useGradualFigures(latest, (at) => rows.includes(at))
  const open = (target: EventTarget) => {
    const contract = contractOf(target)
    if (contract !== undefined) openContract({ symbol, ...contract })
  }
  const widthOf = (width: readonly [number, number]) => width[layout === 'phone' ? 1 : 0]
  const widths = columns.put.map(({ width }) => widthOf(width))
  const track = (width: number) => `minmax(${width}px, ${width}fr)`
  const columnTracks = widths.map(track)
  const style: CSSProperties & { '--full-bar': number; '--chain-columns': string } = {
    '--full-bar': shown.fullBar,
    '--chain-columns': [...columnTracks.toReversed(), track(STRIKE_WIDTH[layout]), ...columnTracks].join(' '),
    minWidth: STRIKE_WIDTH[layout] + 2 * widths.reduce((sum, width) => sum + width, 0),
  }
  // The first strike above the index: the line of the index stands before it.
  const above = spot === undefined ? -1 : strikes.findIndex((strike) => strike > spot)
  const isAfterSpot = (row: number) => above >= 0 && row >= above
  return (
    <div className="relative max-h-[75dvh] scroll-px-28 scroll-pt-16 overflow-auto sm:max-h-[max(20rem,calc(100dvh-22.5rem))] print:max-h-none print:overflow-visible">
      <table
        ref={grid}
        role="grid"
        aria-label={t`All strikes`}
        aria-rowcount={HEAD_ROWS + strikes.length + (above >= 0 ? 1 : 0)}
        style={style}
        className="block w-full [--chain-row:2rem] [--spot-row:1.5rem] touch:[--chain-row:2.8125rem]"
        onFocus={onFocus}
        onKeyDown={(event) => {
          onKeyDown(event)
          // At a price it is a press of its button.
          if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
          // The rest of the key press would be one of what has the focus next: a control of the panel.
          event.preventDefault()
          open(event.target)
        }}
        onClick={(event) => open(event.target)}
      >
        <ChainGridHead columns={columns} />
        <tbody className="relative block" style={{ height: rowTop(strikes.length, above >= 0) }}>
          {rows.map((at) => (
            <Fragment key={strikes[at]}>
              {at === above && spot !== undefined && (
                <SpotRow at={at} spot={spot} columns={2 * columns.put.length + 1} />
              )}
              <ChainGridRow
                figures={figures[at]!}
                at={at}
                isAfterSpot={isAfterSpot(at)}
                columns={columns}
                symbol={symbol}
                inMoney={spot === undefined ? undefined : strikes[at]! < spot ? 'call' : 'put'}
                atTheMoney={strikes[at] === shown.centre}
                callWall={strikes[at] === walls?.call_wall}
                putWall={strikes[at] === walls?.put_wall}
                maxPain={strikes[at] === walls?.max_pain}
                callHeld={held.has(heldKey(strikes[at]!, 'CE'))}
                putHeld={held.has(heldKey(strikes[at]!, 'PE'))}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Brings the strike at the money halfway between the head and the end of the frame, and the strikes into its middle. */
function showMoney(table: HTMLTableElement | null): void {
  const frame = table?.parentElement
  if (table == null || frame == null) return
  frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2
  const row = table.querySelector<HTMLTableRowElement>('tr[aria-current]')
  if (row === null) return
  frame.scrollTop =
    table.tBodies[0]!.offsetTop +
    row.offsetTop +
    row.offsetHeight / 2 -
    (frame.clientHeight + (table.tHead?.offsetHeight ?? 0)) / 2
}

/** The contract whose cell an event is of; undefined: of none, as at a strike, which has two. */
function contractOf(target: EventTarget): { strike: number; side: OptionSide } | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-side]') : null
  const strike = cell?.parentElement?.dataset['strike']
  if (cell === null || strike === undefined) return undefined
  return { strike: Number(strike), side: cell.dataset['side'] === 'call' ? 'CE' : 'PE' }
}

/** Where the index is, between the strikes below and above it. */
function SpotRow({ at, spot, columns }: { at: number; spot: number; columns: number }) {
  const { t } = useLingui()
  const price = priceText(spot)
  return (
    <tr
      className="absolute inset-x-0 block h-(--spot-row) [contain:strict]"
      aria-rowindex={rowNumber(at, false)}
      style={{ top: rowTop(at, false) }}
    >
      <td role="gridcell" colSpan={columns} className="block h-full border-b bg-accent-soft text-center">
        <span className="sticky right-0 left-0 inline-block px-2 text-xs font-semibold text-accent-text">
          {t`Index ${price}`}
        </span>
      </td>
    </tr>
  )
}
