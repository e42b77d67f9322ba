import { Trans, useLingui } from '@lingui/react/macro'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { FLAGS_HOLD_WITHIN_S } from '@strikewise/wire/feature-flags.ts'
import type { FlagRow } from '@strikewise/wire/operator-flags.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wireDayMinute } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { planLabel } from '../../messages/plan-labels.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { FlagForm } from './FlagForm.tsx'
import { FLAG_TEXTS } from './flag-texts.ts'
import { operatorFlagsQuery } from './queries.ts'

/** Optional features: who has each, who changed that when, and the form that changes it. */
export function FlagsSection() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(operatorFlagsQuery)
  return (
    <Card aria-labelledby="flags-title">
      <CardHeader
        id="flags-title"
        title={t`Optional features`}
        note={t`A change holds in every process within ${FLAGS_HOLD_WITHIN_S} seconds; open pages show it within five minutes.`}
      />
      {isPending && <LoadingState label={t`Loading...`} className="min-h-20" />}
      {data === undefined && !isPending && (
        <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <ul aria-label={t`Optional features`} className="divide-y text-sm">
          {data.flags.map((row) => (
            <Flag key={row.flag} row={row} />
          ))}
        </ul>
      )}
      <p className="border-t px-4 py-3 text-xs text-ink-3">
        <Trans>
          Exits, stop-loss orders, the kill switch, approval of entries, readiness and reports cannot be switched off
          here. Users still see and remove what they have.
        </Trans>
      </p>
    </Card>
  )
}

function Flag({ row }: { row: FlagRow }) {
  const { t } = useLingui()
  const [isChanging, setChanging] = useState(false)
  const { name, about } = FLAG_TEXTS[row.flag]
  const title = t(name)
  return (
    <li className="space-y-2 px-4 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{title}</span>
        <Reach row={row} />
      </p>
      <p className="text-ink-2">{t(about)}</p>
      <p className="break-words text-ink-3">
        <LastChange row={row} />
      </p>
      {isChanging ? (
        <FlagForm row={row} name={title} onDone={() => setChanging(false)} />
      ) : (
        <Button
          tone="secondary"
          className="min-h-11"
          aria-label={t`Change: ${title}`}
          onClick={() => setChanging(true)}
        >
          <Trans>Change</Trans>
        </Button>
      )}
    </li>
  )
}

/** Who has the feature now. */
function Reach({ row: { plans, percentage } }: { row: FlagRow }) {
  const { t } = useLingui()
  if (percentage === 0)
    return (
      <Badge tone="warn">
        <Trans>Off for everyone</Trans>
      </Badge>
    )
  const isForAllPlans = plans.length === PLANS.length
  if (percentage === 100 && isForAllPlans)
    return (
      <Badge tone="up">
        <Trans>On for everyone</Trans>
      </Badge>
    )
  const whom = isForAllPlans ? t`all plans` : plans.map(planLabel).join(', ')
  return (
    <Badge tone="accent">
      <Trans>
        On for {percentage}% of {whom}
      </Trans>
    </Badge>
  )
}

function LastChange({ row: { updated_at: changed, updated_by: operator } }: { row: FlagRow }) {
  if (changed === null) return <Trans>Never changed.</Trans>
  const [at, by] = [wireDayMinute(changed), operator ?? '–']
  return (
    <Trans>
      Last changed at {at} by {by}.
    </Trans>
  )
}
