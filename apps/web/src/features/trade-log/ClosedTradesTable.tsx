import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { TradeLogRow } from '@strikewise/wire/trades.ts'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { exitReasonText } from '../../messages/report-labels.ts'
import { rupeesText, signedRupeesText } from '../../lib/format.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { cx } from '../../ui/cx.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { EntryFill } from './EntryFill.tsx'
import { ReducedLots } from '../active-trades/ReducedLots.tsx'
import { resultOf, totalsOf, type Totals } from './totals.ts'

const MODES = ['live', 'paper'] as const

/**
 * The closed trades of a day with the totals of each kind: live money and paper money are never one sum. Under each net
 * result stands what it is made of: gross − charges.
 */
export function ClosedTradesTable({ trades }: { trades: readonly TradeLogRow[] }) {
  const { t } = useLingui()
  return (
    <>
      <TableFrame label={t`Closed trades`}>
        <Table cards>
          <thead>
            <tr>
              <Th>{t`S. No.`}</Th>
              <Th>{t`Entry Time`}</Th>
              <Th>{t`Exit Time`}</Th>
              <Th>{t`Strike`}</Th>
              <Th align="end">{t`Entry Price`}</Th>
              <Th align="end">{t`Exit Price`}</Th>
              <Th align="end">{t`Qty`}</Th>
              <Th align="end">{t`P&L`}</Th>
            </tr>
          </thead>
          <tbody>
            {trades.map((trade, i) => (
              <Row key={`${trade.trade_id} ${trade.exit_reason}`} number={i + 1} trade={trade} />
            ))}
          </tbody>
        </Table>
      </TableFrame>
      {MODES.map((mode) => {
        const own = trades.filter((trade) => trade.mode === mode)
        return own.length === 0 ? null : <DayTotals key={mode} mode={mode} totals={totalsOf(own)} />
      })}
    </>
  )
}

/** What a day's trades of one kind of link came to. */
function DayTotals({ mode, totals }: { mode: TradeLogRow['mode']; totals: Totals }) {
  const { t } = useLingui()
  return (
    <section aria-label={mode === 'live' ? t`Live total` : t`Paper total`}>
      {totals.unknown > 0 && (
        <p className="px-4 pt-3 text-right text-sm text-warn">
          <Plural
            value={totals.unknown}
            one="One trade is not in the total: the broker has not given the result."
            other="# trades are not in the total: the broker has not given the result."
          />
        </p>
      )}
      <dl className="flex flex-wrap items-baseline justify-end gap-x-6 gap-y-1 px-4 py-3 text-sm">
        <div className="flex gap-2 text-ink-3">
          <dt>{t`Gross`}</dt>
          <dd>{signedRupeesText(totals.gross)}</dd>
        </div>
        <div className="flex gap-2 text-ink-3">
          <dt>{t`Charges`}</dt>
          <dd>{rupeesText(totals.charges)}</dd>
        </div>
        {totals.rounding !== 0 && (
          <div className="flex gap-2 text-ink-3">
            <dt>{t`Contract-note rounding`}</dt>
            <dd>{signedRupeesText(totals.rounding)}</dd>
          </div>
        )}
        <div className="flex items-baseline gap-2">
          <dt className="font-medium">{t`Net Realized P&L`}</dt>
          <dd className="self-center">
            <ModeBadge mode={mode} />
          </dd>
          <dd className={cx('text-lg font-semibold', totals.net >= 0 ? 'text-up' : 'text-down')}>
            {signedRupeesText(totals.net)}
          </dd>
        </div>
      </dl>
    </section>
  )
}

const Row = memo(function Row({ number, trade }: { number: number; trade: TradeLogRow }) {
  const { t } = useLingui()
  const result = resultOf(trade)
  return (
    <tr>
      <Td label={t`S. No.`} className="text-ink-3">
        {number}
      </Td>
      <Td label={t`Entry Time`}>
        <span className="max-sm:flex max-sm:gap-3">
          {wireTime(trade.entry_time)}
          <WhyLink trade={trade} />
        </span>
      </Td>
      <Td label={t`Exit Time`}>
        {wireTime(trade.exit_time)}
        {trade.exit_reason !== null && (
          <span className="block text-xs text-ink-3">{exitReasonText(trade.exit_reason)}</span>
        )}
      </Td>
      <Td head="start" className="py-1.5">
        <span className="block font-medium">
          {trade.symbol} {trade.strike} {trade.side}
        </span>
        <ModeBadge mode={trade.mode} className="mt-0.5" />
      </Td>
      <Td align="end" label={t`Entry Price`}>
        {rupeesText(trade.entry_price)}
        <EntryFill fill={trade.entry_fill} />
      </Td>
      <Td align="end" label={t`Exit Price`}>
        {trade.exit_price === null ? '–' : rupeesText(trade.exit_price)}
      </Td>
      <Td align="end" label={t`Qty`} className="py-1.5">
        {trade.quantity}
        <ReducedLots lots={trade.fewer_lots} />
      </Td>
      <Td align="end" head="end" className="py-1.5">
        {result === undefined ? (
          <span className="text-ink-3">
            <Trans>not known</Trans>
          </span>
        ) : (
          <>
            <span className={cx('block font-semibold', result.net >= 0 ? 'text-up' : 'text-down')}>
              {signedRupeesText(result.net)}
            </span>
            <span className="block text-xs text-ink-3">
              <span className="sr-only">
                <Trans>gross</Trans>{' '}
              </span>
              {signedRupeesText(result.gross)} <span aria-hidden="true">−</span>
              <span className="sr-only">
                <Trans>, charges</Trans>
              </span>{' '}
              {rupeesText(result.charges)}
            </span>
          </>
        )}
      </Td>
    </tr>
  )
})

function WhyLink({ trade }: { trade: TradeLogRow }) {
  const { t } = useLingui()
  const { symbol, strike, side } = trade
  if (trade.origin === 'manual') return null
  return (
    <Link
      to="/why/decision/$id"
      params={{ id: trade.decision_id }}
      aria-label={t`Why ${symbol} ${strike} ${side}`}
      className="block w-fit rounded-sm text-xs text-ink-3 underline underline-offset-2 hover:text-ink touch:-my-3.5 touch:py-3.5"
    >
      <Trans>Why</Trans>
    </Link>
  )
}
