import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorDetail } from '../../lib/error-detail.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { actionsQuery } from './queries.ts'

/** What operators did, the newest first. Nobody can change it. */
export function ActionsSection() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(actionsQuery)
  if (isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  if (data === undefined)
    return <ErrorState title={t`This could not be read`} hint={errorDetail(error)} onRetry={() => void refetch()} />
  if (data.actions.length === 0) return <EmptyState title={t`Nothing was done yet.`} />
  return (
    <Card>
      <TableFrame label={t`Actions of operators`}>
        <Table>
          <thead>
            <tr>
              <Th>{t`When`}</Th>
              <Th>{t`Operator`}</Th>
              <Th>{t`Action`}</Th>
              <Th>{t`User`}</Th>
              <Th>{t`Details`}</Th>
            </tr>
          </thead>
          <tbody>
            {data.actions.map((row) => (
              <tr key={`${row.at} ${row.operator} ${row.action} ${row.user_id}`}>
                <Td>
                  {row.at.slice(0, 10)} {wireTime(row.at)}
                </Td>
                <Td>{row.operator}</Td>
                <Td>{row.action.replaceAll('_', ' ')}</Td>
                <Td>{row.user_id ?? '–'}</Td>
                <Td>{JSON.stringify(row.details)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </Card>
  )
}
