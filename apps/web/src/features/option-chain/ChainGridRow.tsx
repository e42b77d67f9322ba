import { useLingui } from '@lingui/react/macro'
import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import { Diamond } from 'lucide-react'
import { memo } from 'react'
import { cx } from '../../ui/cx.ts'
import type { CHAIN_COLUMNS, ChainColumn, ShownOption } from './chain-columns.tsx'
import type { Side } from './DetailCells.tsx'
import type { StrikeFigures } from './strike-figures.ts'

/** In the money. */
const ITM = 'bg-warn-soft/60'

/** The columns come from the table. */
const CHAIN_ROW = 'absolute inset-x-0 grid h-(--chain-row) grid-cols-(--chain-columns) [contain:strict]'

/** Where a row begins in the body of the table, after `rows` strikes and the line of the index. */
export const rowTop = (rows: number, isAfterSpot: boolean): string =>
  `calc(${rows} * var(--chain-row) + ${isAfterSpot ? 1 : 0} * var(--spot-row))`

/** Rows of the head: those of the strikes are numbered on from them. */
export const HEAD_ROWS = 2

/** Number of a row among all rows of the table, those of the head and the line of the index among them, from 1. */
export const rowNumber = (rows: number, isAfterSpot: boolean): number => HEAD_ROWS + rows + (isAfterSpot ? 2 : 1)

/** Stays at either edge while the rest is scrolled. */
export const STICKY_COLUMN = 'sticky right-0 left-0 z-1'

export interface ChainGridRowProps {
  figures: StrikeFigures
  /** Place among all strikes, from 0. */
  at: number
  /** Whether the line of the index stands somewhere above. */
  isAfterSpot: boolean
  columns: (typeof CHAIN_COLUMNS)['desktop']
  symbol: IndexSymbol
  /** Which of the two options is worth exercising at the index; undefined while the index is not known. */
  inMoney: Side | undefined
  atTheMoney: boolean
  callWall: boolean
  putWall: boolean
  maxPain: boolean
  callHeld: boolean
  putHeld: boolean
}

/**
 * One strike: the call's cells, the strike, the put's cells. Only a row whose figures changed is rendered again. A row is a
 * box of its own, laid out and painted apart from the others (`contain`), and not while it is out of sight: as a row of a
 * browser's table a changed price would have cost the layout of every strike.
 */
export const ChainGridRow = memo(function ChainGridRow(props: ChainGridRowProps) {
  const { figures, at, isAfterSpot, columns, symbol, inMoney, atTheMoney } = props
  const { strike, row } = figures
  const call: ShownOption = {
    contract: { symbol, strike, side: 'CE' },
    price: row.ce_ltp,
    openInterest: row.ce_oi,
    aboveEma: row.ce_above_ema,
    isWall: props.callWall,
    details: figures.call,
  }
  const put: ShownOption = {
    contract: { symbol, strike, side: 'PE' },
    price: row.pe_ltp,
    openInterest: row.pe_oi,
    aboveEma: row.pe_above_ema,
    isWall: props.putWall,
    details: figures.put,
  }
  return (
    <tr
      data-strike={strike}
      aria-current={atTheMoney || undefined}
      aria-rowindex={rowNumber(at, isAfterSpot)}
      style={{ top: rowTop(at, isAfterSpot) }}
      className={cx(CHAIN_ROW, 'last:[&>*]:border-b-0', atTheMoney && 'bg-accent-soft')}
    >
      <Cells columns={columns.call} side="call" option={call} inMoney={inMoney === 'call'} />
      <StrikeCell {...props} />
      <Cells columns={columns.put} side="put" option={put} inMoney={inMoney === 'put'} />
    </tr>
  )
})

interface CellsProps {
  columns: readonly ChainColumn[]
  side: Side
  option: ShownOption
  inMoney: boolean
}

function Cells({ columns, side, option, inMoney }: CellsProps) {
  return columns.map(({ key, align, cell }) => (
    <td
      key={key}
      role="gridcell"
      tabIndex={key === 'ltp' ? undefined : -1}
      data-side={side}
      className={cx(
        'content-center border-b px-1 whitespace-nowrap focus-visible:-outline-offset-2',
        align === 'center' ? 'text-center' : side === 'call' ? 'text-right' : 'text-left',
        key === 'ltp' ? 'text-sm font-medium' : key === 'oi' ? 'text-xs text-ink' : 'text-xs text-ink-2',
        inMoney && ITM,
      )}
    >
      {cell(option, side)}
    </td>
  ))
}

/** The strike with what is marked at it, as text and shape: held contracts, max pain, the money. */
function StrikeCell({ figures, atTheMoney, maxPain, callHeld, putHeld }: ChainGridRowProps) {
  const { t } = useLingui()
  return (
    <th
      scope="row"
      tabIndex={-1}
      className={cx(
        'content-center border-x border-b px-0.5 text-sm font-semibold focus-visible:-outline-offset-2',
        STICKY_COLUMN,
        atTheMoney ? 'bg-accent-soft text-accent-text' : 'bg-sunken text-ink',
      )}
    >
      <span className="flex items-center justify-center gap-1 max-sm:flex-col max-sm:gap-0">
        {callHeld && <HeldMark side="CE" />}
        {figures.strike}
        {putHeld && <HeldMark side="PE" />}
      </span>
      {maxPain && <span aria-hidden="true" className="absolute inset-y-1.5 right-0.5 w-1 rounded-full bg-warn-fill" />}
      {atTheMoney && <span className="sr-only"> ({t`at the money`})</span>}
      {maxPain && <span className="sr-only"> ({t`max pain`})</span>}
    </th>
  )
}

/** A contract of the user's open trades. */
function HeldMark({ side }: { side: OptionSide }) {
  const { t } = useLingui()
  return (
    <span className="inline-flex items-center gap-0.5 text-2xs leading-none font-bold text-accent-text">
      <Diamond aria-hidden="true" className="size-2.5 fill-current" />
      <span aria-hidden="true">{side}</span>
      <span className="sr-only">({t`${side} held`})</span>
    </span>
  )
}
