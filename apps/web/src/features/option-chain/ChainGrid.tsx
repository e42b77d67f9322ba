import { useLingui } from '@lingui/react/macro'
import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { OptionChainDetails, OptionChainWalls } from '@strikewise/wire/option-chain.ts'
import { Fragment, useLayoutEffect, useMemo, type CSSProperties } from 'react'
import { priceText } from '../../lib/format.ts'
import { PHONE, useMedia } from '../../lib/media.ts'
import { CHAIN_COLUMNS } from './chain-columns.tsx'
import type { ChainWindow } from './chain-window.ts'
import { ChainGridHead } from './ChainGridHead.tsx'
import { ChainGridRow } from './ChainGridRow.tsx'
import { openContract } from './contract-request.ts'
import { heldKey, type HeldContracts } from './held-contracts.ts'
import { strikeFigures } from './strike-figures.ts'
import { useGradualFigures } from './useGradualFigures.ts'
import { useRovingCells } from './useRovingCells.ts'

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
 * Tab key: arrow keys move between the cells. Enter, or a press, opens the panel of the cell's contract.
 */
export function ChainGrid({ shown, walls, symbol, spot, details, held }: ChainGridProps) {
  const { t } = useLingui()
  const layout = useMedia(PHONE) ? 'phone' : 'desktop'
  const columns = CHAIN_COLUMNS[layout]
  const { grid, onFocus, onKeyDown } = useRovingCells((table) =>
    table.querySelector('tr[aria-current] [data-side=call] button'),
  )
  const latest = useMemo(() => strikeFigures(shown.rows, details), [shown.rows, details])
  const figures = useGradualFigures(latest, grid)
  useLayoutEffect(() => showMoney(grid.current), [grid, layout])
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
  const above = spot === undefined ? undefined : shown.rows.find((row) => row.strike > spot)?.strike
  return (
    <div className="relative max-h-[75dvh] scroll-px-28 scroll-pt-16 overflow-auto sm:max-h-[max(20rem,calc(100dvh-22.5rem))]">
      <table
        ref={grid}
        role="grid"
        aria-label={t`All strikes`}
        style={style}
        className="block w-full"
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
        <tbody className="block">
          {figures.map((one) => (
            <Fragment key={one.strike}>
              {one.strike === above && spot !== undefined && (
                <SpotRow spot={spot} columns={2 * columns.put.length + 1} />
              )}
              <ChainGridRow
                figures={one}
                columns={columns}
                symbol={symbol}
                inMoney={spot === undefined ? undefined : one.strike < spot ? 'call' : 'put'}
                atTheMoney={one.strike === shown.centre}
                callWall={one.strike === walls?.call_wall}
                putWall={one.strike === walls?.put_wall}
                maxPain={one.strike === walls?.max_pain}
                callHeld={held.has(heldKey(one.strike, 'CE'))}
                putHeld={held.has(heldKey(one.strike, 'PE'))}
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
  frame.scrollTop = row.offsetTop + row.offsetHeight / 2 - (frame.clientHeight + (table.tHead?.offsetHeight ?? 0)) / 2
}

/** The contract whose cell an event is of; undefined: of none, as at a strike, which has two. */
function contractOf(target: EventTarget): { strike: number; side: OptionSide } | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-side]') : null
  const strike = cell?.parentElement?.dataset['strike']
  if (cell === null || strike === undefined) return undefined
  return { strike: Number(strike), side: cell.dataset['side'] === 'call' ? 'CE' : 'PE' }
}

/** Where the index is, between the strikes below and above it. */
function SpotRow({ spot, columns }: { spot: number; columns: number }) {
  const { t } = useLingui()
  const price = priceText(spot)
  return (
    <tr className="block [contain:content]">
      <td role="gridcell" colSpan={columns} className="block border-b bg-accent-soft text-center">
        <span className="sticky right-0 left-0 inline-block px-2 text-xs font-semibold text-accent-text">
          {t`Index ${price}`}
        </span>
      </td>
    </tr>
  )
}
