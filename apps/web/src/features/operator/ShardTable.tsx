import { Trans, useLingui } from '@lingui/react/macro'
import type { ServiceHealth } from '@strikewise/wire/service-health.ts'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { useDuration } from './spans-of-time.ts'

/** Executors with the shards of accounts each leads. */
export function ShardTable({ executors }: Pick<ServiceHealth['shards'], 'executors'>) {
  const { t } = useLingui()
  const duration = useDuration()
  return (
    <TableFrame label={t`Shards by executor`}>
      <Table cards>
        <thead>
          <tr>
            <Th>
              <Trans>Executor</Trans>
            </Th>
            <Th align="end">
              <Trans>Shards</Trans>
            </Th>
            <Th align="end">
              <Trans>Highest epoch</Trans>
            </Th>
            <Th align="end">
              <Trans>First lease ends in</Trans>
            </Th>
          </tr>
        </thead>
        <tbody>
          {executors.map(({ holder, host, pid, shards, epoch, expires_s: left }) => (
            <tr key={holder}>
              <Td head="start" wrap className="font-medium break-all">
                {host === null ? holder : `${host} ${pid}`}
              </Td>
              <Td label={t`Shards`} align="end">
                {shards}
              </Td>
              <Td label={t`Highest epoch`} align="end">
                {epoch}
              </Td>
              <Td label={t`First lease ends in`} align="end">
                {duration(left)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}
