import type { HouseTrade } from '@strikewise/wire/public.ts'
import { rupeesText } from '../../lib/format.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'

/** Why a trade ended, in the words of the guide. A reason this page does not know is shown as it came. */
const REASONS: Readonly<Record<string, string>> = {
  stop: 'Stop',
  stop_through: 'Stop, passed at once',
  stop_refused: 'Stop was refused',
  target: 'Target',
  time: 'Time was up',
  score: 'Score turned',
  spike: 'Spike against it',
  square_off: 'Square-off',
  day_cap: 'Loss cap of the day',
  by_hand: 'Sold by hand',
}

export function HouseTradesTable({ trades }: { trades: readonly HouseTrade[] }) {
  return (
    <TableFrame label="Trades of the house account">
      <Table>
        <thead>
          <tr>
            <Th>Entry Time</Th>
            <Th>Exit Time</Th>
            <Th>Strike</Th>
            <Th align="end">Entry Price</Th>
            <Th align="end">Exit Price</Th>
            <Th align="end">Qty</Th>
            <Th>Ended by</Th>
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
              <Td align="end">{trade.exit_price === null ? 'not known' : rupeesText(trade.exit_price)}</Td>
              <Td align="end">{trade.quantity}</Td>
              <Td>{REASONS[trade.exit_reason] ?? trade.exit_reason}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}
