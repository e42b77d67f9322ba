import { Trans, useLingui } from '@lingui/react/macro'
import { optionsTrade, type MarketPhase } from '@strikewise/domain/time/market-clock.ts'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { istTime } from '../../lib/ist-format.ts'
import { useMarketSecond, useMarketTime } from '../../lib/market-clock.ts'
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
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      {config?.sandbox === true && (
        <Badge tone="info" icon={<FlaskConical aria-hidden="true" />}>
          <Trans>Simulated market</Trans>
          {clock.data && clock.data.speed !== 1 ? ` ×${clock.data.speed}` : ''}
        </Badge>
      )}
      <Badge tone={TONES[phase]} dot={optionsTrade(phase) ? 'pulse' : true}>
        {t(PHASE_TEXTS[phase])}
      </Badge>
      <span className="text-ink-2">
        <RunningTime /> IST
      </span>
      <span className="text-ink-3">{change}</span>
    </div>
  )
}

function RunningTime() {
  return <span className="font-medium text-ink">{istTime(useMarketSecond())}</span>
}
