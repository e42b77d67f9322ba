import { Trans, useLingui } from '@lingui/react/macro'
import type { DemoDay } from '@strikewise/wire/demo-day.ts'
import type { RouteName } from '@strikewise/wire/routes.ts'
import { useState } from 'react'
import { PlayerBar } from '../features/demo-day/PlayerBar.tsx'
import { AccountLink, ActNotice } from '../features/demo-day/RecordedNotice.tsx'
import { useDemoDay } from '../features/demo-day/useDemoDay.ts'
import { usePlayedDay } from '../features/demo-day/usePlayedDay.ts'
import { SimulatedFigures } from '../ui/ModeBadge.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { DemoDashboard } from './demo-day/DemoDashboard.tsx'

/** A recorded day of the simulated market, played on the dashboard itself: without an account, and without a call to the server. */
export function DemoDayPage() {
  const { t } = useLingui()
  const loaded = useDemoDay()
  switch (loaded.status) {
    case 'loading':
      return <Loading />
    case 'failed':
      return (
        <main>
          <Heading />
          <ErrorState title={t`Couldn’t load the recorded day`} onRetry={loaded.retry} />
        </main>
      )
    case 'loaded':
      return <PlayedDay day={loaded.day} />
  }
}

function Loading() {
  const { t } = useLingui()
  return (
    <main>
      <Heading />
      <LoadingState label={t`Loading the recorded day...`} className="min-h-dvh" />
    </main>
  )
}

/** Until the dashboard is shown, which has its own. */
function Heading() {
  return (
    <h1 className="sr-only">
      <Trans>Recorded day</Trans>
    </h1>
  )
}

function PlayedDay({ day }: { day: DemoDay }) {
  const [act, setAct] = useState<RouteName>()
  const player = usePlayedDay(day, setAct)
  if (player === undefined) return <Loading />
  return (
    <SimulatedFigures value>
      <div className="[--above-header:4.25rem]">
        <PlayerBar player={player} account={<AccountLink shape="sm" />} accountLine={<AccountLink shape="text" />} />
        <DemoDashboard />
      </div>
      {act !== undefined && <ActNotice act={act} onClose={() => setAct(undefined)} />}
    </SimulatedFigures>
  )
}
