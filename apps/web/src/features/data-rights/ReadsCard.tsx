import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { DataRead, MyDataReply } from '@strikewise/wire/data-rights.ts'
import { wireDay, wireTime } from '../../lib/ist-format.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'

const NAMES: Readonly<Record<DataRead, MessageDescriptor>> = {
  user_looked_up: msg`Your account: plan, broker link and payments`,
  past_state_read: msg`Your trades as they were at a past second`,
  ticket_read: msg`Your conversation with support`,
}

/** When operators read the user's data, what of it and why. */
export function ReadsCard({ reads }: { reads: MyDataReply['reads'] }) {
  const { t } = useLingui()
  return (
    <Card aria-labelledby="reads">
      <CardHeader
        id="reads"
        title={t`Who viewed your data`}
        note={t`Our support staff leave an entry here each time. They cannot change or remove it.`}
      />
      {reads.length === 0 ? (
        <EmptyState line title={t`No one has viewed your data.`} />
      ) : (
        <TableFrame label={t`Views of your data`}>
          <Table cards>
            <thead>
              <tr>
                <Th>{t`When`}</Th>
                <Th>{t`What was viewed`}</Th>
                <Th>{t`Reason`}</Th>
              </tr>
            </thead>
            <tbody>
              {reads.map((one, i) => (
                <tr key={`${one.at} ${i}`} className="last:[&>td]:border-b-0">
                  <Td head="start">{instantOf(one.at)}</Td>
                  <Td wrap label={t`What was viewed`}>
                    {t(NAMES[one.what])}
                    {one.moment !== null && <span className="block text-xs text-ink-3">{instantOf(one.moment)}</span>}
                  </Td>
                  <Td wrap label={t`Reason`} className="break-words">
                    {one.reason ?? t`Not asked for`}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
      )}
    </Card>
  )
}

const instantOf = (iso: string) => `${wireDay(iso)}, ${wireTime(iso)}`
