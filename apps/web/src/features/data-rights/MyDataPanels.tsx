import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorDetail } from '../../messages/error-detail.ts'
import { useSession } from '../../lib/session.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { ConsentsCard } from './ConsentsCard.tsx'
import { ErasureCard } from './ErasureCard.tsx'
import { ExportCard } from './ExportCard.tsx'
import { GrievanceCard } from './GrievanceCard.tsx'
import { NomineeCard } from './NomineeCard.tsx'
import { myDataQuery } from './queries.ts'
import { ReadsCard } from './ReadsCard.tsx'

/** The data rights as buttons, for the signed-in user. */
export function MyDataPanels() {
  const { t } = useLingui()
  const session = useSession()
  if (session.status !== 'in')
    return (
      <EmptyState
        title={t`Log in to use your rights here`}
        hint={t`Without an account, or when you cannot log in, write to support.`}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <a href="/login" className={buttonClass('primary', 'sm')}>
              <Trans>Log in</Trans>
            </a>
            <a href="/support" className={buttonClass('secondary', 'sm')}>
              <Trans>Support</Trans>
            </a>
          </span>
        }
      />
    )
  return <Panels />
}

function Panels() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(myDataQuery)
  if (isPending) return <LoadingState label={t`Reading your data...`} className="min-h-60" />
  if (data === undefined)
    return <ErrorState title={t`Couldn’t load your data`} hint={errorDetail(error)} onRetry={() => void refetch()} />
  return (
    <div className="space-y-4">
      <ExportCard />
      <ReadsCard reads={data.reads} />
      <ConsentsCard consents={data.consents} />
      <NomineeCard key={JSON.stringify(data.nominee)} nominee={data.nominee} />
      <GrievanceCard />
      {/* Taken back, the next request is confirmed again. */}
      <ErasureCard key={data.erasure?.asked_at ?? 'none'} erasure={data.erasure} />
    </div>
  )
}
