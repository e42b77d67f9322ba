import { Trans, useLingui } from '@lingui/react/macro'
import { BROKER_CALLS, type Latency, type RoleReport } from '@strikewise/wire/service-health.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { BROKER_CALL_NAMES, ROLE_NAMES } from './service-names.ts'
import { useMilliseconds } from './spans-of-time.ts'

/** How long store and broker took for the calls of each live process. */
export function LatencyTable({ reports }: { reports: readonly RoleReport[] }) {
  const { t } = useLingui()
  const milliseconds = useMilliseconds()
  const rows = useLatencies(reports)
  if (rows.length === 0) return <EmptyState title={t`No calls in the last minute.`} />
  return (
    <TableFrame label={t`Latency of store and broker`}>
      <Table cards>
        <thead>
          <tr>
            <Th>
              <Trans>Call</Trans>
            </Th>
            <Th>
              <Trans>Made by</Trans>
            </Th>
            <Th align="end">
              <Trans>Calls</Trans>
            </Th>
            <Th align="end">p50</Th>
            <Th align="end">p99</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, call, by, latency }) => (
            <tr key={key}>
              <Td head="start" className="font-medium">
                {call}
              </Td>
              <Td label={t`Made by`} wrap className="break-all">
                {by}
              </Td>
              <Td label={t`Calls`} align="end">
                {latency.count}
              </Td>
              <Td label="p50" align="end">
                {milliseconds(latency.p50_ms)}
              </Td>
              <Td label="p99" align="end">
                {milliseconds(latency.p99_ms)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

interface LatencyRow {
  readonly key: string
  readonly call: string
  readonly by: string
  readonly latency: Latency
}

/** Of the store by role, then of the broker by kind of call. */
function useLatencies(reports: readonly RoleReport[]): readonly LatencyRow[] {
  const { t } = useLingui()
  const measured = reports.flatMap(({ process, role, host, pid, figures }) =>
    figures === null ? [] : [{ key: `${process} ${role}`, by: `${t(ROLE_NAMES[role])}, ${host} ${pid}`, figures }],
  )
  const store = measured.flatMap(({ key, by, figures }) =>
    figures.store === null ? [] : [{ key, call: t`Store: statement`, by, latency: figures.store }],
  )
  const broker = measured.flatMap(({ key, by, figures }) =>
    BROKER_CALLS.flatMap((call) => {
      const latency = figures.broker?.[call]
      return latency === undefined
        ? []
        : [{ key: `${key} ${call}`, call: t`Broker: ${t(BROKER_CALL_NAMES[call])}`, by, latency }]
    }),
  )
  return [...store, ...broker]
}
