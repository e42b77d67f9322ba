import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '@strikewise/wire/api-error.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { whyQuery, type WhySearch } from './queries.ts'
import { WeightsHistory } from './WeightsHistory.tsx'
import { WhyDecision } from './WhyDecision.tsx'

/** One decision with everything it was made from, or why it cannot be shown. */
export function WhyPanel({ asked }: { asked: WhySearch }) {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(whyQuery(asked))
  if (data !== undefined) return <WhyDecision why={data} story={<WeightsHistory />} />
  if (isPending)
    return (
      <Card>
        <LoadingState label={t`Reading the record...`} className="min-h-60" />
      </Card>
    )
  if (error instanceof ApiError && error.status === 404)
    return (
      <Card>
        <EmptyState
          title={t`No decision was made then`}
          hint={t`One is made for each minute in which the market is open and watched, two seconds after the minute has ended.`}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <Button tone="secondary" size="sm" onClick={() => void refetch()}>
                <Trans>Look again</Trans>
              </Button>
              <Link to="/dashboard" className={buttonClass('quiet', 'sm')}>
                <Trans>Dashboard</Trans>
              </Link>
            </span>
          }
          className="min-h-60"
        />
      </Card>
    )
  return (
    <Card>
      <ErrorState title={t`Couldn’t load the decision`} hint={errorDetail(error)} onRetry={() => void refetch()} />
    </Card>
  )
}
