import { Trans } from '@lingui/react/macro'
import { nearestExpiry } from '@strikewise/domain/instruments/expiries.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import type { OptionChainDetails } from '@strikewise/wire/option-chain.ts'
import { useFeed } from '../../lib/feed.tsx'
import { marketNow } from '../../lib/server-clock.ts'
import { cx } from '../../ui/cx.ts'

interface DetailNoteProps {
  /** Undefined: not read yet. */
  details: readonly OptionChainDetails[] | undefined
  failing: boolean
}

/** Whether the contracts of the panel expire today. */
function isExpiryDay(): boolean {
  const today = istDateAt(marketNow())
  return nearestExpiry('NIFTY', today) === today
}

/** What the extra columns are made of, or why they are empty: always of one height. */
export function DetailNote({ details, failing }: DetailNoteProps) {
  const isCurrent = useFeed().status === 'current'
  const bare = failing || details?.length === 0
  return (
    <p
      role="status"
      className={cx(
        'flex min-h-14 items-center border-b px-3 py-1.5 text-2xs sm:min-h-11',
        bare ? 'bg-warn-soft text-warn' : 'text-ink-3',
      )}
    >
      <span>
        {failing ? (
          <Trans>The extra columns cannot be read at the moment. They return by themselves.</Trans>
        ) : bare ? (
          <Trans>The extra columns come as soon as the options have prices.</Trans>
        ) : (
          <>
            {isCurrent ? (
              <Trans>Volatility and greeks are computed from the prices now, for one unit, once a second.</Trans>
            ) : (
              <Trans>Volatility and greeks are computed from the last prices, for one unit.</Trans>
            )}{' '}
            {details?.every(({ ce, pe }) => ce.oi_change === null && pe.oi_change === null) === true ? (
              <Trans>The change of OI is not available today: it counts from 09:16, and there was no data then.</Trans>
            ) : (
              <Trans>The change of OI is in lakhs since 09:16, the end of the session’s first minute.</Trans>
            )}
            {isExpiryDay() && (
              <>
                {' '}
                <Trans>
                  Expiry day: IV counts the minutes that are left; the exchange’s site counts at least a day and shows
                  far less.
                </Trans>
              </>
            )}
          </>
        )}
      </span>
    </p>
  )
}
