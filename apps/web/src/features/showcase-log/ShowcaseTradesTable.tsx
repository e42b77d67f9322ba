import { Trans, useLingui } from '@lingui/react/macro'
import type { ShowcaseTrade } from '@strikewise/wire/public.ts'
import { exitReasonText } from '../../messages/report-labels.ts'
import { rupeesText } from '../../lib/format.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'

export function ShowcaseTradesTable({ trades }: { trades: readonly ShowcaseTrade[] }) {
  const { t } = useLingui()
  return (
    <TableFrame label={t`Trades of the showcase account`}>
      <Table cards>
        <thead>
          <tr>
            <Th>
              <Trans>Entry Time</Trans>
            </Th>
            <Th>
              <Trans>Exit Time</Trans>
            </Th>
            <Th>
              <Trans>Strike</Trans>
            </Th>
            <Th align="end">
              <Trans>Entry Price</Trans>
            </Th>
            <Th align="end">
              <Trans>Exit Price</Trans>
            </Th>
            <Th align="end">
              <Trans>Qty</Trans>
            </Th>
            <Th>
              <Trans>Exit reason</Trans>
            </Th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <tr key={`${trade.entry_time} ${trade.symbol} ${trade.strike} ${trade.side}`}>
              <Td label={t`Entry Time`}>{wireTime(trade.entry_time)}</Td>
              <Td label={t`Exit Time`}>{wireTime(trade.exit_time)}</Td>
              <Td head="start">
                {trade.symbol} {trade.strike} {trade.side}
              </Td>
              <Td align="end" label={t`Entry Price`}>
                {rupeesText(trade.entry_price)}
              </Td>
              <Td align="end" label={t`Exit Price`}>
                {trade.exit_price === null ? t`not known` : rupeesText(trade.exit_price)}
              </Td>
              <Td align="end" label={t`Qty`}>
                {trade.quantity}
              </Td>
              <Td label={t`Exit reason`}>{exitReasonText(trade.exit_reason)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}
