import { Trans } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { wireTime } from '../../lib/ist-format.ts'
import { Shared } from '../../ui/Shared.tsx'
import { lastDecisionQuery } from '../decision/queries.ts'

/** The newest decision of an index when it was no trade for any account; nothing while it was one, or is not known. */
export function LastDecision({ symbol, today }: { symbol: IndexSymbol; today: string }) {
  const { data, isError } = useQuery(lastDecisionQuery(symbol, today))
  const decision = data?.[0]
  if (data === undefined && isError)
    return (
      <li className="text-sm text-ink-3">
        <Trans>
          <span className="font-medium">{symbol}</span>: couldn’t load the last decision.
        </Trans>
      </li>
    )
  if (decision === undefined || decision.action !== 'none') return null
  const [reason] = decision.no_trade
  const time = wireTime(decision.bar_end)
  return (
    <li className="text-sm text-ink-2">
      <Trans>
        <span className="font-medium text-ink">{symbol}</span>: no trade at {time}
      </Trans>
      {reason !== undefined && (
        <>
          : <Shared of={reason} />
        </>
      )}
    </li>
  )
}
