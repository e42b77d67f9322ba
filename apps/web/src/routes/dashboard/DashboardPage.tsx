import { useLingui } from '@lingui/react/macro'
import { CatchBoundary } from '@tanstack/react-router'
import { PageError } from '../PageError.tsx'
import { Dashboard } from './Dashboard.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'

export function DashboardPage() {
  const { t } = useLingui()
  return (
    <CatchBoundary
      getResetKey={() => 'dashboard'}
      errorComponent={({ error }) => <PageError error={error} title={t`Something broke in Dashboard.`} />}
    >
      <LeaveGuard />
      <Dashboard />
    </CatchBoundary>
  )
}
