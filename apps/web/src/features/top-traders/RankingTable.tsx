import type { TopTradersReply } from '@strikewise/wire/public.ts'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'

/** Rounded down: 100% means all of them. */
const percent = (share: number) => `${Math.floor(100 * share + 1e-9)}%`

export function RankingTable({ traders }: { traders: TopTradersReply['traders'] }) {
  return (
    <TableFrame label="Ranking by discipline" className="rounded-lg border bg-surface">
      <Table>
        <thead>
          <tr>
            <Th align="end">Rank</Th>
            <Th>Name</Th>
            <Th align="end">Days</Th>
            <Th align="end">Stops kept</Th>
            <Th align="end">Limits kept</Th>
            <Th align="end">Plan followed</Th>
            <Th align="end">Discipline</Th>
          </tr>
        </thead>
        <tbody>
          {traders.map((trader, i) => (
            <tr key={trader.name}>
              <Td align="end">{i + 1}</Td>
              <Td className="font-medium">{trader.name}</Td>
              <Td align="end">{trader.days}</Td>
              <Td align="end">{percent(trader.stops_kept)}</Td>
              <Td align="end">{percent(trader.limits_kept)}</Td>
              <Td align="end">{percent(trader.plan_followed)}</Td>
              <Td align="end" className="font-semibold">
                {percent(trader.discipline)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}
