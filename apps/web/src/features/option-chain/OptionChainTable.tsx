import { useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { formatLakh } from '@strikewise/domain/money/format.ts'
import type { OptionChainDetails, OptionChainRow, OptionChainWalls } from '@strikewise/wire/option-chain.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment, memo, useMemo, type CSSProperties } from 'react'
import { priceText } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'
import { Table, TableFrame } from '../../ui/Table.tsx'
import { ContractPrice } from '../ticket/ContractPrice.tsx'
import { AboveEma } from './AboveEma.tsx'
import { ChainReadingStrip } from './ChainReadingStrip.tsx'
import { chainWindow, type ChainWindow } from './chain-window.ts'
import { DetailCells, EXTRA_COLUMNS, type OptionDetails, type Side } from './DetailCells.tsx'
import { DetailNote } from './DetailNote.tsx'
import { FlagNote } from './FlagNote.tsx'
import { useMoreColumns } from './more-columns.ts'
import { chainDetailsQuery, chainWallsQuery } from './queries.ts'
import { STICKY_STRIKE, StrikeHeads } from './StrikeHeads.tsx'

/** In the money. */
const ITM = 'bg-warn-soft/60'

const cell = 'relative h-8 border-b px-1 sm:px-2 whitespace-nowrap'

/** Prices and open interest first: the middle of the wide table is brought into sight when it is shown. */
function showMiddle(table: HTMLTableElement | null): void {
  const frame = table?.parentElement
  if (frame !== null && frame !== undefined) frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2
}

/** The same of a table with a height of its own, with the strike at the money halfway between its head and its end. */
function showMoney(table: HTMLTableElement | null): void {
  showMiddle(table)
  const frame = table?.parentElement
  const row = table?.querySelector<HTMLTableRowElement>('tr[aria-current]')
  if (frame == null || row == null) return
  const head = table?.tHead?.offsetHeight ?? 0
  frame.scrollTop = row.offsetTop + row.offsetHeight / 2 - (frame.clientHeight + head) / 2
}

/**
 * Strikes around the money: calls left, puts right. The bars behind open interest share a scale, which the rows take from a
 * property of the table: when it changes, no row is rendered again.
 */
export function OptionChainTable({ rows }: { rows: readonly OptionChainRow[] }) {
  const shown = chainWindow(rows)
  const { data: walls } = useQuery(chainWallsQuery)
  const more = useMoreColumns()
  return (
    <>
      <ChainReadingStrip walls={walls} />
      {more ? <DetailedStrikes shown={shown} walls={walls} /> : <Strikes shown={shown} walls={walls} />}
      <FlagNote rows={shown.rows} />
    </>
  )
}

interface StrikesProps {
  shown: ChainWindow
  walls: OptionChainWalls | undefined
  /** The index of the options; Nifty where left out. */
  symbol?: IndexSymbol
  /** Where the index is: options in the money are tinted, and a line stands between the strikes around it. */
  spot?: number | undefined
  /** With a height of its own, in which it scrolls below its head; it opens at the money. */
  tall?: boolean
}

function DetailedStrikes(props: StrikesProps) {
  const { data, isError } = useQuery(chainDetailsQuery)
  const byStrike = useMemo(
    () => new Map(isError ? [] : data?.map((one) => [one.strike, one] as const)),
    [data, isError],
  )
  return (
    <>
      <DetailNote details={data} failing={isError} />
      <Strikes {...props} details={byStrike} />
    </>
  )
}

/** `details`, by strike, when the extra columns are shown: then the table scrolls sideways, the strikes staying in sight. */
export function Strikes({
  shown,
  walls,
  symbol = 'NIFTY',
  spot,
  tall = false,
  details,
}: StrikesProps & { details?: ReadonlyMap<number, OptionChainDetails> }) {
  const { t } = useLingui()
  const scale: CSSProperties & { '--full-bar': number } = { '--full-bar': shown.fullBar }
  const extra = details !== undefined
  // The first strike above the index: the line of the index stands before it.
  const above = spot === undefined ? undefined : shown.rows.find((row) => row.strike > spot)?.strike
  return (
    <TableFrame
      key={String(extra)}
      label={tall ? t`All strikes` : t`Strikes around the money`}
      className={tall ? 'max-h-[75dvh] sm:max-h-[max(20rem,calc(100dvh-22.5rem))]' : ''}
    >
      <Table
        ref={tall ? showMoney : extra ? showMiddle : null}
        // The borders of a collapsed table would not stay with a head that does.
        className={cx('table-fixed max-sm:text-xs', extra && 'min-w-416', tall && 'border-separate! border-spacing-0')}
        style={scale}
      >
        <colgroup>
          {extra && <col span={EXTRA_COLUMNS} />}
          {/* On a phone room for '204.55L'. */}
          <col className={extra ? undefined : 'w-13.5 sm:w-auto'} />
          <col />
          <col className="w-10 sm:w-16" />
          <col className="w-13 sm:w-20" />
          <col className="w-10 sm:w-16" />
          <col />
          <col className={extra ? undefined : 'w-13.5 sm:w-auto'} />
          {extra && <col span={EXTRA_COLUMNS} />}
        </colgroup>
        <StrikeHeads extra={extra} sticky={tall} />
        <tbody>
          {shown.rows.map((row) => (
            <Fragment key={row.strike}>
              {row.strike === above && spot !== undefined && (
                <SpotRow spot={spot} columns={extra ? 7 + 2 * EXTRA_COLUMNS : 7} />
              )}
              <Row
                row={row}
                symbol={symbol}
                inMoney={spot === undefined ? undefined : row.strike < spot ? 'call' : 'put'}
                atTheMoney={row.strike === shown.centre}
                callWall={row.strike === walls?.call_wall}
                putWall={row.strike === walls?.put_wall}
                maxPain={row.strike === walls?.max_pain}
                extra={extra}
                call={details?.get(row.strike)?.ce}
                put={details?.get(row.strike)?.pe}
              />
            </Fragment>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

/** Where the index is, between the strikes below and above it. */
function SpotRow({ spot, columns }: { spot: number; columns: number }) {
  const { t } = useLingui()
  const price = priceText(spot)
  return (
    <tr>
      <td colSpan={columns} className="border-b bg-accent-soft text-center">
        <span className="sticky right-0 left-0 inline-block px-2 text-xs font-semibold text-accent-text">
          {t`Index ${price}`}
        </span>
      </td>
    </tr>
  )
}

interface RowProps {
  row: OptionChainRow
  symbol: IndexSymbol
  /** Which of the two options is worth exercising at the index; undefined where that is not shown. */
  inMoney: Side | undefined
  atTheMoney: boolean
  callWall: boolean
  putWall: boolean
  maxPain: boolean
  extra: boolean
  call: OptionDetails | undefined
  put: OptionDetails | undefined
}

const Row = memo(function Row(props: RowProps) {
  const { row, symbol, inMoney, atTheMoney, callWall, putWall, maxPain, extra, call, put } = props
  const { t } = useLingui()
  const [callCell, putCell] = [cx(cell, inMoney === 'call' && ITM), cx(cell, inMoney === 'put' && ITM)]
  return (
    <tr aria-current={atTheMoney || undefined} className={cx('last:[&>*]:border-b-0', atTheMoney && 'bg-accent-soft')}>
      {extra && <DetailCells side="call" details={call} className={callCell} />}
      <td className={cx(callCell, 'text-right')}>
        <OiBar openInterest={row.ce_oi} side="call" wall={callWall} />
        <span className="relative">{formatLakh(row.ce_oi)}</span>
        {callWall && <PublishedSignal>{t`call wall`}</PublishedSignal>}
      </td>
      <td className={cx(callCell, 'text-right font-medium')}>
        <ContractPrice symbol={symbol} strike={row.strike} side="CE" price={row.ce_ltp} />
      </td>
      <td className={cx(callCell, 'border-r text-center')}>
        <AboveEma above={row.ce_above_ema} />
      </td>
      <th
        scope="row"
        className={cx(
          cell,
          'text-center font-semibold',
          extra && STICKY_STRIKE,
          atTheMoney ? 'text-accent-text' : 'text-ink',
          // Over columns that pass below it a colour must be a full one.
          extra ? (atTheMoney ? 'bg-accent-soft' : 'bg-sunken') : !atTheMoney && 'bg-sunken/70',
        )}
      >
        {row.strike}
        {atTheMoney && <PublishedSignal>{t`at the money`}</PublishedSignal>}
        {maxPain && (
          <>
            <span
              aria-hidden="true"
              className="absolute inset-y-1.5 right-0.5 w-1 rounded-full bg-warn-fill sm:right-1.5"
            />
            <PublishedSignal>{t`max pain`}</PublishedSignal>
          </>
        )}
      </th>
      <td className={cx(putCell, 'border-l text-center')}>
        <AboveEma above={row.pe_above_ema} />
      </td>
      <td className={cx(putCell, 'font-medium')}>
        <ContractPrice symbol={symbol} strike={row.strike} side="PE" price={row.pe_ltp} />
      </td>
      <td className={putCell}>
        <OiBar openInterest={row.pe_oi} side="put" wall={putWall} />
        <span className="relative">{formatLakh(row.pe_oi)}</span>
        {putWall && <PublishedSignal>{t`put wall`}</PublishedSignal>}
      </td>
      {extra && <DetailCells side="put" details={put} className={putCell} />}
    </tr>
  )
})

/** What colour and outline show, for who does not see them. */
function PublishedSignal({ children }: { children: string }) {
  return <span className="sr-only"> ({children})</span>
}

interface OiBarProps {
  /** Units. */
  openInterest: number
  side: Side
  wall: boolean
}

function OiBar({ openInterest, side, wall }: OiBarProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'absolute inset-x-0 inset-y-1 rounded-[2px] transition-transform duration-300',
        side === 'call' ? 'origin-right bg-call-line' : 'origin-left bg-put-line',
        wall && (side === 'call' ? 'ring-1 ring-call-fill ring-inset' : 'ring-1 ring-put-fill ring-inset'),
      )}
      style={{ transform: `scaleX(calc(${openInterest} / var(--full-bar)))` }}
    />
  )
}
