import { Trans, useLingui } from '@lingui/react/macro'
import { formatLakh } from '@strikewise/domain/money/format.ts'
import type { OptionChainRow } from '@strikewise/wire/market.ts'
import { memo, useMemo, type CSSProperties } from 'react'
import { priceText } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'
import { Table, TableFrame } from '../../ui/Table.tsx'
import { AboveEma } from './AboveEma.tsx'
import { chainReading, type ChainReading } from './chain-reading.ts'
import { ChainReadingStrip } from './ChainReadingStrip.tsx'
import { chainWindow, type ChainWindow } from './chain-window.ts'

const head = 'h-8 border-b bg-sunken px-1 sm:px-2 text-xs font-medium whitespace-nowrap text-ink-3'
const cell = 'relative h-8 border-b px-1 sm:px-2 whitespace-nowrap'

/**
 * Strikes around the money: calls left, puts right. The bars behind open interest compare it with the largest shown, which
 * the rows take from a property of the table: when it changes, no row is rendered anew.
 */
export function OptionChainTable({ rows }: { rows: readonly OptionChainRow[] }) {
  const shown = chainWindow(rows)
  const reading = useMemo(() => chainReading(rows), [rows])
  return (
    <>
      <ChainReadingStrip reading={reading} />
      <Strikes shown={shown} reading={reading} />
    </>
  )
}

function Strikes({ shown, reading }: { shown: ChainWindow; reading: ChainReading }) {
  const { t } = useLingui()
  const largest: CSSProperties & { '--largest-oi': number } = { '--largest-oi': shown.maxOi }
  return (
    <TableFrame label={t`Strikes around the money`}>
      <Table className="table-fixed max-sm:text-xs" style={largest}>
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
              <Trans>Calls (CE)</Trans>
            </th>
            <th scope="col" rowSpan={2} className={cx(head, 'text-center')}>
              <Trans>Strike</Trans>
            </th>
            <th scope="colgroup" colSpan={3} className={cx(head, 'border-l text-center')}>
              <Trans>Puts (PE)</Trans>
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
              {/* untranslated: a sign and a short name */}
              &gt; EMA
            </th>
            <th scope="col" className={cx(head, 'border-l text-center')}>
              {/* untranslated: a sign and a short name */}
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
            <Row
              key={row.strike}
              row={row}
              atTheMoney={row.strike === shown.centre}
              callWall={row.strike === reading.callWall}
              putWall={row.strike === reading.putWall}
              maxPain={row.strike === reading.maxPain}
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
}

const Row = memo(function Row({ row, atTheMoney, callWall, putWall, maxPain }: RowProps) {
  const { t } = useLingui()
  return (
    <tr aria-current={atTheMoney || undefined} className={cx('last:[&>*]:border-b-0', atTheMoney && 'bg-accent-soft')}>
      <td className={cx(cell, 'text-right')}>
        <OiBar openInterest={row.ce_oi} side="call" wall={callWall} />
        <span className="relative">{formatLakh(row.ce_oi)}</span>
        {callWall && <Said>{t`call wall`}</Said>}
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
        {atTheMoney && <Said>{t`at the money`}</Said>}
        {maxPain && (
          <>
            <span
              aria-hidden="true"
              className="absolute inset-y-1.5 right-0.5 w-1 rounded-full bg-warn-fill sm:right-1.5"
            />
            <Said>{t`max pain`}</Said>
          </>
        )}
      </th>
      <td className={cx(cell, 'border-l text-center')}>
        <AboveEma above={row.pe_above_ema} />
      </td>
      <td className={cx(cell, 'font-medium')}>{priceText(row.pe_ltp)}</td>
      <td className={cell}>
        <OiBar openInterest={row.pe_oi} side="put" wall={putWall} />
        <span className="relative">{formatLakh(row.pe_oi)}</span>
        {putWall && <Said>{t`put wall`}</Said>}
      </td>
    </tr>
  )
})

/** What colour and outline say, for who does not see them. */
function Said({ children }: { children: string }) {
  return <span className="sr-only"> ({children})</span>
}

interface OiBarProps {
  /** Units. */
  openInterest: number
  side: 'call' | 'put'
  wall: boolean
}

function OiBar({ openInterest, side, wall }: OiBarProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'absolute inset-x-0 inset-y-1 rounded-[2px] transition-transform duration-300',
        side === 'call' ? 'origin-right bg-up-line' : 'origin-left bg-down-line',
        wall && (side === 'call' ? 'ring-1 ring-up-fill ring-inset' : 'ring-1 ring-down-fill ring-inset'),
      )}
      style={{ transform: `scaleX(calc(${openInterest} / var(--largest-oi)))` }}
    />
  )
}
