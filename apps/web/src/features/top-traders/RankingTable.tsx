import { Trans, useLingui } from '@lingui/react/macro'
import type { TopTradersReply } from '@strikewise/wire/public.ts'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'

/** Rounded down: 100% means all of them. */
const percent = (share: number) => `${Math.floor(100 * share + 1e-9)}%`

export function RankingTable({ traders }: { traders: TopTradersReply['traders'] }) {
  const { t } = useLingui()
  return (
    <TableFrame label={t`Ranking by discipline`} className="rounded-lg border bg-surface">
      <Table cards>
        <thead>
          <tr>
            <Th align="end">
              <Trans>Rank</Trans>
            </Th>
            <Th>
              <Trans>Name</Trans>
            </Th>
            <Th align="end">
              <Trans>Days</Trans>
            </Th>
            <Th align="end">
              <Trans>Stops kept</Trans>
            </Th>
            <Th align="end">
              <Trans>Limits kept</Trans>
            </Th>
            <Th align="end">
              <Trans>Plan followed</Trans>
            </Th>
            <Th align="end">
              <Trans>Discipline</Trans>
            </Th>
          </tr>
        </thead>
        <tbody>
          {traders.map((trader, i) => (
            <tr key={trader.name}>
              <Td align="end" label={t`Rank`}>
                {i + 1}
              </Td>
              <Td head="start" className="font-medium">
                {trader.name}
              </Td>
              <Td align="end" label={t`Days`}>
                {trader.days}
              </Td>
              <Td align="end" label={t`Stops kept`}>
                {percent(trader.stops_kept)}
              </Td>
              <Td align="end" label={t`Limits kept`}>
                {percent(trader.limits_kept)}
              </Td>
              <Td align="end" label={t`Plan followed`}>
                {percent(trader.plan_followed)}
              </Td>
              <Td align="end" head="end" className="font-semibold">
                {percent(trader.discipline)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}
