import { Trans, useLingui } from '@lingui/react/macro'
import { RETENTION } from '@strikewise/domain/legal/retention.ts'
import { Served } from '../../ui/Served.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'

/** How long each kind of data is kept: the very rows the clean-up job goes by. */
export function RetentionTable() {
  const { t } = useLingui()
  return (
    <TableFrame label={t`How long each kind of data is kept`} className="rounded-lg border bg-surface">
      <Table cards className="sm:min-w-160">
        <thead>
          <tr>
            <Th>
              <Trans>What</Trans>
            </Th>
            <Th>
              <Trans>Kept until</Trans>
            </Th>
            <Th>
              <Trans>Why</Trans>
            </Th>
            <Th>
              <Trans>On erasure</Trans>
            </Th>
          </tr>
        </thead>
        <tbody>
          {Object.values(RETENTION).map(({ what, until, why, onErasure }) => (
            <tr key={what} className="align-top [&>td]:py-2.5 [&>td]:whitespace-normal last:[&>td]:border-b-0">
              <Td head="start" className="font-medium">
                <Served text={what} />
              </Td>
              <Td label={t`Kept until`}>
                <Served text={until} />
              </Td>
              <Td label={t`Why`} className="text-ink-2">
                <Served text={why} />
              </Td>
              <Td label={t`On erasure`}>
                <Served text={onErasure} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}
