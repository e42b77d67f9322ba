import { Trans, useLingui } from '@lingui/react/macro'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { optionsTrade, type MarketPhase } from '@strikewise/domain/time/market-phase.ts'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useFeed } from '../../lib/feed.tsx'
import { istTime } from '../../lib/ist-format.ts'
import { useMarketSecond, useMarketTime } from '../../lib/server-clock.ts'
import { clockQuery, configQuery } from '../../lib/queries.ts'
import { phaseAt } from '../../lib/market-phase.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { nextChangeText, PHASE_TEXTS } from './market-line.ts'

const TONES = {
  pre_open: 'warn',
  open: 'up',
  closing_auction: 'warn',
  closed: 'quiet',
  holiday: 'quiet',
} satisfies Record<MarketPhase, Tone>

/** The market's phase, India's time, and the next open or close. A simulated market is named as such. */
export function MarketClock() {
  const { t } = useLingui()
  const clock = useQuery(clockQuery)
  const { data: config } = useQuery(configQuery)
  const phase = useMarketTime(phaseAt)
  const change = useMarketTime(nextChangeText)
  const feed = useFeed()
  const isCurrent = feed.status === 'current'
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm sm:gap-x-3">
      {config?.sandbox === true && (
        <Badge tone="info" icon={<FlaskConical aria-hidden="true" />}>
          <span className="max-sm:sr-only">
            <Trans>Simulated market</Trans>
          </span>
          <ClockSpeed speed={clock.data?.speed ?? 1} />
        </Badge>
      )}
      <Badge
        tone={isCurrent ? TONES[phase] : 'quiet'}
        dot={optionsTrade(phase) && isCurrent ? 'pulse' : true}
        {...(isCurrent ? {} : { className: 'max-sm:hidden' })}
      >
        {t(PHASE_TEXTS[phase])}
      </Badge>
      {!isCurrent && <PricesStopped since={feed.since} />}
      <span className="text-ink-2">
        <RunningTime /> IST
      </span>
      <span className="text-ink-3 max-sm:hidden">{change}</span>
    </div>
  )
}

/** How a simulated market's clock runs, unless it runs as the wall's. */
function ClockSpeed({ speed }: { speed: number }) {
  if (speed === 1) return null
  return speed === 0 ? <Trans>, paused</Trans> : ` ×${speed}`
}

function PricesStopped({ since }: { since: EpochMs | undefined }) {
  const time = since === undefined ? undefined : istTime(since)
  return (
    <Badge tone="down" dot>
      {time === undefined ? <Trans>No prices</Trans> : <Trans>Prices stopped {time}</Trans>}
    </Badge>
  )
}

function RunningTime() {
  return <span className="font-medium text-ink">{istTime(useMarketSecond())}</span>
}
