import { Trans, useLingui } from '@lingui/react/macro'
import { retentionOf, RETENTION, RETENTION_KINDS } from '@strikewise/legal/retention.ts'
import { erasureEffectLabel, retentionText } from '../../messages/retention.ts'
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
          {RETENTION_KINDS.map((kind) => (
            <tr key={kind} className="align-top [&>td]:py-2.5 [&>td]:whitespace-normal last:[&>td]:border-b-0">
              <Td head="start" className="font-medium">
                {retentionText({ code: `retention.${kind}_what` })}
              </Td>
              <Td label={t`Kept until`}>{retentionText(retentionOf(kind))}</Td>
              <Td label={t`Why`} className="text-ink-2">
                {retentionText({ code: `retention.${kind}_why` })}
              </Td>
              <Td label={t`On erasure`}>{erasureEffectLabel(RETENTION[kind].onErasure)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}
