import { useLingui } from '@lingui/react/macro'
import type { OptionChainDetails, OptionChainRow, OptionChainWalls } from '@strikewise/wire/option-chain.ts'
import { useQuery } from '@tanstack/react-query'
import { memo, useMemo, type CSSProperties } from 'react'
import { cx } from '../../ui/cx.ts'
import { Table, TableFrame } from '../../ui/Table.tsx'
import { ContractPrice } from '../ticket/ContractPrice.tsx'
import { AboveEma } from './AboveEma.tsx'
import { ChainReadingStrip } from './ChainReadingStrip.tsx'
import { chainWindow, type ChainWindow } from './chain-window.ts'
import { DetailCells, EXTRA_COLUMNS, type OptionDetails } from './DetailCells.tsx'
import { DetailNote } from './DetailNote.tsx'
import { FlagNote } from './FlagNote.tsx'
import { useMoreColumns } from './more-columns.ts'
import { OiLane } from './OiLane.tsx'
import { chainDetailsQuery, chainWallsQuery } from './queries.ts'
import { STICKY_STRIKE, StrikeHeads } from './StrikeHeads.tsx'

const cell = 'relative h-8 border-b px-1 sm:px-2 whitespace-nowrap'

/** Prices and open interest first: the middle of the wide table is brought into sight when it is shown. */
function showMiddle(table: HTMLTableElement | null): void {
  const frame = table?.parentElement
  if (frame !== null && frame !== undefined) frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2
}

/**
 * Strikes around the money: calls left, puts right. The bars beside open interest share a scale, which the rows take from a
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
function Strikes({ shown, walls, details }: StrikesProps & { details?: ReadonlyMap<number, OptionChainDetails> }) {
  const { t } = useLingui()
  const scale: CSSProperties & { '--full-bar': number } = { '--full-bar': shown.fullBar }
  const extra = details !== undefined
  return (
    <TableFrame key={String(extra)} label={t`Strikes around the money`}>
      <Table
        ref={extra ? showMiddle : null}
        className={cx('table-fixed max-sm:text-xs', extra && 'min-w-416')}
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
        <StrikeHeads extra={extra} />
        <tbody>
          {shown.rows.map((row) => (
            <Row
              key={row.strike}
              row={row}
              atTheMoney={row.strike === shown.centre}
              callWall={row.strike === walls?.call_wall}
              putWall={row.strike === walls?.put_wall}
              maxPain={row.strike === walls?.max_pain}
              extra={extra}
              call={details?.get(row.strike)?.ce}
              put={details?.get(row.strike)?.pe}
            />
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

interface RowProps {
  row: OptionChainRow
  atTheMoney: boolean
  callWall: boolean
  putWall: boolean
  maxPain: boolean
  extra: boolean
  call: OptionDetails | undefined
  put: OptionDetails | undefined
}

const Row = memo(function Row(props: RowProps) {
  const { row, atTheMoney, callWall, putWall, maxPain, extra, call, put } = props
  const { t } = useLingui()
  return (
    <tr aria-current={atTheMoney || undefined} className={cx('last:[&>*]:border-b-0', atTheMoney && 'bg-accent-soft')}>
      {extra && <DetailCells side="call" details={call} className={cell} />}
      <td className={cx(cell, 'text-right')}>
        <OiLane openInterest={row.ce_oi} side="call" isWall={callWall} />
      </td>
      <td className={cx(cell, 'text-right font-medium')}>
        <ContractPrice symbol="NIFTY" strike={row.strike} side="CE" price={row.ce_ltp} />
      </td>
      <td className={cx(cell, 'border-r text-center')}>
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
      <td className={cx(cell, 'border-l text-center')}>
        <AboveEma above={row.pe_above_ema} />
      </td>
      <td className={cx(cell, 'font-medium')}>
        <ContractPrice symbol="NIFTY" strike={row.strike} side="PE" price={row.pe_ltp} />
      </td>
      <td className={cell}>
        <OiLane openInterest={row.pe_oi} side="put" isWall={putWall} />
      </td>
      {extra && <DetailCells side="put" details={put} className={cell} />}
    </tr>
  )
})

/** What colour and outline show, for who does not see them. */
function PublishedSignal({ children }: { children: string }) {
  return <span className="sr-only"> ({children})</span>
}
