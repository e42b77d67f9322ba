import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { HouseTrade } from '@strikewise/wire/public.ts'
import { rupeesText } from '../../lib/format.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'

/** Why a trade ended, in the words of the guide. A reason this page does not know is shown as it came. */
const REASONS: Readonly<Record<string, MessageDescriptor>> = {
  stop: msg`Stop`,
  stop_through: msg`Stop, passed at once`,
  stop_refused: msg`Stop was refused`,
  target: msg`Target`,
  time: msg`Time was up`,
  score: msg`Score turned`,
  spike: msg`Spike against it`,
  square_off: msg`Square-off`,
  day_cap: msg`Loss cap of the day`,
  by_hand: msg`Sold by hand`,
  short_covered: msg`Short covered`,
}

export function HouseTradesTable({ trades }: { trades: readonly HouseTrade[] }) {
  const { t } = useLingui()
  const reasonOf = (reason: string) => {
    const known = REASONS[reason]
    return known === undefined ? reason : t(known)
  }
  return (
    <TableFrame label={t`Trades of the house account`}>
      <Table>
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
              <Trans>Ended by</Trans>
            </Th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <tr key={`${trade.entry_time} ${trade.symbol} ${trade.strike} ${trade.side}`}>
              <Td>{wireTime(trade.entry_time)}</Td>
              <Td>{wireTime(trade.exit_time)}</Td>
              <Td>
                {trade.symbol} {trade.strike} {trade.side}
              </Td>
              <Td align="end">{rupeesText(trade.entry_price)}</Td>
              <Td align="end">{trade.exit_price === null ? t`not known` : rupeesText(trade.exit_price)}</Td>
              <Td align="end">{trade.quantity}</Td>
              <Td>{reasonOf(trade.exit_reason)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}
