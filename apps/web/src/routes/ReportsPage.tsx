import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { EdgePanel } from '../features/edge/EdgePanel.tsx'
import { periodOf, readPeriod, type Period } from '../features/reports/period.ts'
import { ReportsPanel } from '../features/reports/ReportsPanel.tsx'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { useMarketToday } from '../lib/server-clock.ts'
import { meQuery } from '../lib/queries.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'

/** The user's own results. Kind of account and period stand in the address, so a day can be linked to. */
export function ReportsPage() {
  const { t } = useLingui()
  const me = useQuery(meQuery)
  const today = useMarketToday()
  const navigate = useNavigate()
  const search: { mode?: string; from?: string; to?: string } = useSearch({ strict: false })
  const period = readPeriod(search.from, search.to) ?? periodOf('month', today)
  const show = (mode: LinkMode, { from, to }: Period) => {
    // The route declares no search of its own: it is read leniently above, so the router's types know none.
    void navigate({ to: '/reports', search: { mode, from, to } as never, replace: true })
  }
  const mode = search.mode === 'live' || search.mode === 'paper' ? search.mode : me.data?.zerodha.mode
  return (
    <SettingsPage
      title={t`Reports`}
      lead={t`Your own closed trades, net of charges. Paper and live results are kept apart.`}
      aside={
        <Link to="/telegram-setup" className={buttonClass('secondary', 'sm')}>
          <Trans>Daily report by mail</Trans>
        </Link>
      }
      wide="header"
    >
      {me.data !== undefined && mode !== undefined ? (
        <>
          <ReportsPanel mode={mode} period={period} locked={!me.data.entitlements.entry_refusals} onChange={show} />
          <EdgePanel modes={[mode]} className="mt-5" />
        </>
      ) : (
        <Card>
          {me.isError ? (
            <ErrorState title={t`Couldn’t load your account`} onRetry={() => void me.refetch()} />
          ) : (
            <LoadingState label={t`Loading...`} className="min-h-64" />
          )}
        </Card>
      )}
    </SettingsPage>
  )
}
