import { Trans } from '@lingui/react/macro'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OptionChainRow } from '@strikewise/wire/option-chain.ts'
import { useFeed } from '../../lib/feed.tsx'
import { istMinute } from '../../lib/ist-format.ts'
import { useMarketTime } from '../../lib/server-clock.ts'
import { phaseAt } from '../../lib/market-phase.ts'

/** What the flags of the shown rows compare, and while some are not known, why and until when. Always of one height. */
export function FlagNote({ rows }: { rows: readonly OptionChainRow[] }) {
  const isCurrent = useFeed().status === 'current'
  const minutes = firstFlagIn(rows)
  const from = useMarketTime((now) =>
    minutes !== undefined && isCurrent && phaseAt(now) === 'open' ? istMinute(endOfMinute(now, minutes)) : '',
  )
  const isPartial = rows.some((row) => row.ce_above_ema === null || row.pe_above_ema === null)
  return (
    <p role="status" className="flex min-h-11 items-center border-t px-3 py-1.5 text-2xs text-ink-3 sm:min-h-7">
      <span>
        {minutes !== undefined && from !== '' ? (
          <Trans>
            &gt; EMA compares the last price with its average of 20 one-minute closes. There are fewer so far: the first
            flags come at {from}.
          </Trans>
        ) : (
          <>
            <Trans>&gt; EMA compares the last price with its average of 20 one-minute closes.</Trans>
            {isPartial && (
              <>
                {' '}
                <Trans>– means no trade in the last 2 minutes, or fewer than 20 closes today.</Trans>
              </>
            )}
          </>
        )}
      </span>
    </p>
  )
}

/** Closed minutes until the first flag of `rows` can be known; undefined when one is, or when only trades are missing. */
function firstFlagIn(rows: readonly OptionChainRow[]): number | undefined {
  if (rows.some((row) => row.ce_above_ema !== null || row.pe_above_ema !== null)) return undefined
  const left = rows.flatMap((row) => [row.ce_ema_minutes_left ?? [], row.pe_ema_minutes_left ?? []].flat())
  return left.length === 0 ? undefined : Math.min(...left)
}

/** When the `n`th minute from now, the open one included, ends. */
function endOfMinute(now: EpochMs, n: number): EpochMs {
  return (Math.floor(now / MINUTE_MS) * MINUTE_MS + n * MINUTE_MS) as EpochMs
}
