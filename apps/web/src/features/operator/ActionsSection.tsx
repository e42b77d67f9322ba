import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorDetail } from '../../messages/error-detail.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { operatorActionText, operatorDetailText } from '../../messages/operator.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { actionsQuery } from './queries.ts'

/** What operators did, the newest first. It cannot be changed. */
export function ActionsSection() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(actionsQuery)
  if (isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  if (data === undefined)
    return <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
  if (data.actions.length === 0) return <EmptyState title={t`No activity yet.`} />
  return (
    <Card>
      <ol aria-label={t`Actions of operators`} className="divide-y text-sm">
        {data.actions.map((row) => (
          <li
            key={`${row.at} ${row.operator} ${row.action} ${row.user_id}`}
            className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 px-4 py-2.5"
          >
            <span className="font-medium">{operatorActionText(row.action)}</span>
            <time dateTime={row.at} className="text-ink-2">
              {row.at.slice(0, 10)} {wireTime(row.at)}
            </time>
            <span className="col-span-2 text-ink-2">
              {row.operator}
              {row.user_id !== null && ` → ${row.user_id}`}
            </span>
            {Object.entries(row.details).length > 0 && (
              <span className="col-span-2 break-words text-ink-3">
                {Object.entries(row.details)
                  .map(
                    ([name, value]) =>
                      `${operatorDetailText(name)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
                  )
                  .join(' · ')}
              </span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
