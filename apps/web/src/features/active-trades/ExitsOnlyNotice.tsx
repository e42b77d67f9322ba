import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../lib/queries.ts'

/** Above open trades whose account the user has disconnected: what still happens to them. */
export function ExitsOnlyNotice() {
  const { data: exitsOnly } = useQuery({ ...meQuery, select: (me) => me.zerodha.exits_only })
  if (exitsOnly !== true) return null
  return (
    <p role="status" className="border-b bg-warn-soft px-4 py-1.5 text-xs text-warn">
      <Trans>
        Your trading account is disconnected. The stop-loss order stays active at the exchange and exits still work
        until your login expires. No new trade is entered.
      </Trans>
    </p>
  )
}
