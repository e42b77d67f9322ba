import { formatLakh } from '@strikewise/domain/money/format.ts'
import type { OptionChainRow } from '@strikewise/wire/market.ts'
import { memo } from 'react'
import { priceText } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'
import { Table, TableFrame } from '../../ui/Table.tsx'
import { AboveEma } from './AboveEma.tsx'
import { chainWindow } from './chain-window.ts'

const head = 'h-8 border-b bg-sunken px-1 sm:px-2 text-xs font-medium whitespace-nowrap text-ink-3'
const cell = 'relative h-8 border-b px-1 sm:px-2 whitespace-nowrap'

/** Strikes around the money: calls left, puts right. The bars behind open interest compare it with the largest shown. */
export function OptionChainTable({ rows }: { rows: readonly OptionChainRow[] }) {
  const shown = chainWindow(rows)
  return (
    <TableFrame label="Strikes around the money">
      <Table className="table-fixed max-sm:text-xs">
        <colgroup>
          <col />
          <col />
          <col className="w-11 sm:w-16" />
          <col className="w-13 sm:w-20" />
          <col className="w-11 sm:w-16" />
          <col />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="colgroup" colSpan={3} className={cx(head, 'border-r text-center')}>
              Calls (CE)
            </th>
            <th scope="col" rowSpan={2} className={cx(head, 'text-center')}>
              Strike
            </th>
            <th scope="colgroup" colSpan={3} className={cx(head, 'border-l text-center')}>
              Puts (PE)
            </th>
          </tr>
          <tr>
            <th scope="col" className={cx(head, 'text-right')}>
              OI
            </th>
            <th scope="col" className={cx(head, 'text-right')}>
              LTP
            </th>
            <th scope="col" className={cx(head, 'border-r text-center')}>
              &gt; EMA
            </th>
            <th scope="col" className={cx(head, 'border-l text-center')}>
              &gt; EMA
            </th>
            <th scope="col" className={cx(head, 'text-left')}>
              LTP
            </th>
            <th scope="col" className={cx(head, 'text-left')}>
              OI
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.rows.map((row) => (
            <Row key={row.strike} row={row} maxOi={shown.maxOi} atTheMoney={row.strike === shown.centre} />
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

interface RowProps {
  row: OptionChainRow
  maxOi: number
  atTheMoney: boolean
}

const Row = memo(function Row({ row, maxOi, atTheMoney }: RowProps) {
  return (
    <tr aria-current={atTheMoney || undefined} className={cx('last:[&>*]:border-b-0', atTheMoney && 'bg-accent-soft')}>
      <td className={cx(cell, 'text-right')}>
        <OiBar share={row.ce_oi / maxOi} side="call" />
        <span className="relative">{formatLakh(row.ce_oi)}</span>
      </td>
      <td className={cx(cell, 'text-right font-medium')}>{priceText(row.ce_ltp)}</td>
      <td className={cx(cell, 'border-r text-center')}>
        <AboveEma above={row.ce_above_ema} />
      </td>
      <th
        scope="row"
        className={cx(cell, 'text-center font-semibold', atTheMoney ? 'text-accent-text' : 'bg-sunken/70 text-ink')}
      >
        {row.strike}
        {atTheMoney && <span className="sr-only"> (at the money)</span>}
      </th>
      <td className={cx(cell, 'border-l text-center')}>
        <AboveEma above={row.pe_above_ema} />
      </td>
      <td className={cx(cell, 'font-medium')}>{priceText(row.pe_ltp)}</td>
      <td className={cell}>
        <OiBar share={row.pe_oi / maxOi} side="put" />
        <span className="relative">{formatLakh(row.pe_oi)}</span>
      </td>
    </tr>
  )
})

function OiBar({ share, side }: { share: number; side: 'call' | 'put' }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'absolute inset-x-0 inset-y-1 transition-transform duration-300',
        side === 'call' ? 'origin-right bg-up-soft' : 'origin-left bg-down-soft',
      )}
      style={{ transform: `scaleX(${Math.min(1, share).toFixed(3)})` }}
    />
  )
}
