import { Trans, useLingui } from '@lingui/react/macro'
import { optionsTrade } from '@strikewise/domain/time/market-phase.ts'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { istMinute, istTime } from '../../lib/ist-format.ts'
import { useMarketSecond, useMarketTime } from '../../lib/server-clock.ts'
import { clockQuery, configQuery } from '../../lib/queries.ts'
import { phaseAt } from '../../lib/market-phase.ts'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { nextChangeText, PHASE_TEXTS } from './market-line.ts'

interface ClockProps {
  /** All of it is shown, whatever the width of the window. */
  whole?: boolean
}

/** India's time, the market's phase, and the next open or close. */
export function MarketClock({ whole = false }: ClockProps) {
  const { t } = useLingui()
  const phase = useMarketTime(phaseAt)
  const change = useMarketTime(nextChangeText)
  const trades = optionsTrade(phase)
  return (
    <p
      className={cx(
        'flex min-w-0 items-center gap-x-1.5 px-2 text-xs whitespace-nowrap text-ink-3',
        // What there is no room for goes to a second line, which is not shown: no text is cut.
        !whole && 'h-4 flex-wrap overflow-hidden',
      )}
    >
      <span className="font-medium text-ink">
        <RunningTime />
      </span>
      <span className={cx(!whole && 'max-xl:sr-only')}>IST</span>
      {/* While it is open, the time of its close shows that. */}
      <span className={cx('text-ink-2', trades ? 'sr-only' : !whole && 'max-lg:sr-only')}>{t(PHASE_TEXTS[phase])}</span>
      <span className={cx('leading-4', !whole && (trades ? 'max-lg:sr-only' : 'max-2xl:sr-only'))}>
        <span aria-hidden="true">· </span>
        {change}
      </span>
    </p>
  )
}

/** A simulated market is named as such, with how its clock runs. Nothing in a real one. */
export function SimulatedBadge({ whole = false }: ClockProps) {
  const { data: config } = useQuery(configQuery)
  const { data: clock } = useQuery(clockQuery)
  if (config?.sandbox !== true) return null
  return (
    <Badge tone="info" icon={<FlaskConical aria-hidden="true" />}>
      <span className={cx(!whole && 'max-lg:sr-only')}>
        <Trans>Simulated</Trans>
      </span>
      <ClockSpeed speed={clock?.speed ?? 1} />
    </Badge>
  )
}

/** How a simulated market's clock runs, unless it runs as the wall's. */
function ClockSpeed({ speed }: { speed: number }) {
  if (speed === 1) return null
  return speed === 0 ? <Trans>, paused</Trans> : ` ×${speed}`
}

function RunningTime() {
  return istTime(useMarketSecond())
}

/** 'HH:MM': where there is no room for seconds. */
export function RunningMinute() {
  return useMarketTime(istMinute)
}
