import { Trans, useLingui } from '@lingui/react/macro'
import type { TrackedTradeRow, TradeLogRow } from '@strikewise/wire/trades.ts'
import { useQuery } from '@tanstack/react-query'
import { errorDetail } from '../../messages/error-detail.ts'
import { rupeesText, signedText } from '../../lib/format.ts'
import { heldText } from '../../lib/held-text.ts'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { tradeTrackerQuery } from './queries.ts'

/** 'Smart tracker': what became of each closed trade's plan. Of the largest plan's trade log. */
export function TradeTracker({ uid, date, trades }: { uid: string; date: string; trades: readonly TradeLogRow[] }) {
  const { data, error, isPending, refetch } = useQuery(tradeTrackerQuery(uid, date))
  const { t } = useLingui()
  return (
    <div className="border-t">
      <h3 className="px-4 pt-3 pb-2 text-sm font-semibold">
        <Trans>Smart tracker</Trans>
      </h3>
      {isPending && <LoadingState label={t`Loading...`} className="min-h-20" />}
      {data === undefined && !isPending && (
        <ErrorState title={t`Couldn’t load the tracker`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <TrackedTable rows={data} trades={trades} />}
      <p className="px-4 py-2.5 text-xs text-ink-3">
        <Trans>
          R: net result as a multiple of the planned risk. Captured: share of the best move you kept at exit. Both
          describe the past.
        </Trans>
      </p>
    </div>
  )
}

function TrackedTable({ rows, trades }: { rows: readonly TrackedTradeRow[]; trades: readonly TradeLogRow[] }) {
  const { t } = useLingui()
  const names = new Map(trades.map((trade) => [trade.trade_id, `${trade.symbol} ${trade.strike} ${trade.side}`]))
  return (
    <TableFrame label={t`Plans of the closed trades`}>
      <Table cards aria-label={t`Smart tracker`}>
        <thead>
          <tr>
            <Th>{t`Strike`}</Th>
            <Th align="end">{t`Held`}</Th>
            <Th align="end">{t`Planned risk`}</Th>
            <Th align="end">R</Th>
            <Th align="end">{t`Best price`}</Th>
            <Th align="end">{t`Captured`}</Th>
            <Th>{t({ message: 'Plan', context: 'of a trade' })}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.trade_id} className="last:[&>td]:border-b-0">
              <Td head="start" className="font-medium">
                {names.get(row.trade_id) ?? '–'}
              </Td>
              <Td align="end" label={t`Held`}>
                {heldText(row.held_seconds)}
              </Td>
              <Td align="end" label={t`Planned risk`}>
                {row.planned_loss === null ? '–' : rupeesText(row.planned_loss)}
              </Td>
              <Td align="end" label="R">
                {row.result_r === null ? '–' : signedText(row.result_r)}
              </Td>
              <Td align="end" label={t`Best price`}>
                {rupeesText(row.best_price)}
              </Td>
              <Td align="end" label={t`Captured`}>
                {row.kept_of_best === null ? '–' : `${Math.round(row.kept_of_best * 100)}%`}
              </Td>
              <Td head="end">
                <PlanText row={row} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

/** Whether the trade went by its plan; the gravest departure where it did not. */
function PlanText({ row }: { row: TrackedTradeRow }) {
  if (row.stop_kept === false)
    return (
      <span className="text-down">
        <Trans>lost more than planned</Trans>
      </span>
    )
  if (row.manual_exit_quantity > 0)
    return (
      <span className="text-warn">
        <Trans>sold manually</Trans>
      </span>
    )
  return row.second_attempt ? <Trans>kept, second attempt</Trans> : <Trans context="of a trade">kept</Trans>
}
