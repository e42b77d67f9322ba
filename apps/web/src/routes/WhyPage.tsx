import { Trans, useLingui } from '@lingui/react/macro'
import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { WhyPanel } from '../features/why/WhyPanel.tsx'
import type { WhySearch } from '../features/why/queries.ts'
import { errorDetail } from '../messages/error-detail.ts'
import { canNow } from '../lib/plan-access.ts'
import { meQuery } from '../lib/queries.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState, LoadingState, LockedState } from '../ui/states.tsx'
import { NotFound } from './NotFound.tsx'

/** /why/:symbol/:minute */
export function WhyMinutePage() {
  const { symbol, minute } = useParams({ strict: false })
  const index = INDEX_SYMBOLS.find((known) => known === symbol)
  if (index === undefined || minute === undefined || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(minute))
    return <NotFound />
  return <Why asked={{ symbol: index, minute }} />
}

/** /why/decision/:id: where a trade leads. */
export function WhyTradePage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? <NotFound /> : <Why asked={{ id }} />
}

function Why({ asked }: { asked: WhySearch }) {
  const { t } = useLingui()
  return (
    <SettingsPage
      title={t`Why`}
      lead={t`One minute of the market: what was decided, and everything it was decided from.`}
      wide
    >
      <Guard>{() => <WhyPanel asked={asked} />}</Guard>
    </SettingsPage>
  )
}

/** Decisions are for the plans that see the core signals, as under the dashboard's cards. */
function Guard({ children }: { children: (me: Me) => ReactNode }) {
  const { t } = useLingui()
  const me = useQuery(meQuery)
  if (me.data === undefined)
    return me.isError ? (
      <Card>
        <ErrorState
          title={t`Couldn’t load your account`}
          hint={errorDetail(me.error)}
          onRetry={() => void me.refetch()}
        />
      </Card>
    ) : (
      <LoadingState label={t`Checking your plan...`} />
    )
  if (canNow(me.data, 'see_core_signals')) return children(me.data)
  return (
    <Card>
      <LockedState
        title={t`Decisions are part of Elite and Master`}
        hint={t`Upgrade to see the inputs of each minute’s decision. The record of past days is public.`}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Link to="/plans" className={buttonClass('primary', 'sm')}>
              <Trans>Upgrade Plan</Trans>
            </Link>
            <Link to="/record" className={buttonClass('secondary', 'sm')}>
              <Trans>The record</Trans>
            </Link>
          </span>
        }
      />
    </Card>
  )
}
