import { Trans, useLingui } from '@lingui/react/macro'
import { FIRST_ENTRY_MINUTE } from '@strikewise/domain/time/entry-window.ts'
import { istDateAt, istInstant } from '@strikewise/domain/time/ist.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { istMinute } from '../../lib/ist-format.ts'
import { useMarketTime } from '../../lib/server-clock.ts'
import { phaseAt } from '../../lib/market-phase.ts'
import { LoadingState } from '../../ui/states.tsx'

/** In place of a verdict: the decision loads, could not be read, or none has been made today. */
export function NoDecision({ query }: { query: Pick<UseQueryResult, 'isError' | 'isPending'> }) {
  const { t } = useLingui()
  const phase = useMarketTime(phaseAt)
  const firstEntry = useMarketTime((now) => {
    const at = istInstant(istDateAt(now), 0, FIRST_ENTRY_MINUTE)
    return now < at ? istMinute(at) : ''
  })
  if (query.isPending) return <LoadingState label={t`Loading...`} line />
  return (
    <p className="flex min-h-14 items-center px-4 text-sm text-ink-3">
      {query.isError ? (
        <Trans>Couldn’t load the last decision.</Trans>
      ) : firstEntry !== '' && (phase === 'pre_open' || phase === 'closed') ? (
        <Trans>No decision yet today. First entry possible at {firstEntry}.</Trans>
      ) : (
        <Trans>No decision yet today. One is made each minute while the market is open.</Trans>
      )}
    </p>
  )
}
