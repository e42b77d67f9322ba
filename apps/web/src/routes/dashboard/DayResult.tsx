import { Trans, useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import { Link } from '@tanstack/react-router'
import type { LiveTrades } from '../../features/active-trades/trade-connection.ts'
import { nextChangeText, PHASE_TEXTS } from '../../features/market-status/market-line.ts'
import { DayLine } from '../../features/trade-log/DayLine.tsx'
import { phaseAt } from '../../lib/market-phase.ts'
import { canNow } from '../../lib/plan-access.ts'
import { useMarketTime } from '../../lib/server-clock.ts'
import { useStore, type Store } from '../../lib/store.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'

/** First of the page once the session is over: what the day came to, its report, and when the market opens again. */
export function DayResult({ me, live }: { me: Me; live: Store<LiveTrades> }) {
  const { t } = useLingui()
  const phase = useMarketTime(phaseAt)
  const next = useMarketTime(nextChangeText)
  const open = useStore(live, ({ trades }) => trades)
  return (
    <Card aria-label={t`Result of the day`} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <p className="text-md font-semibold">{t(PHASE_TEXTS[phase])}</p>
      <p className="text-sm text-ink-3">{next}</p>
      <DayLine uid={me.uid} open={open} livePnl={canNow(me, 'see_live_pnl')} tradeLog={canNow(me, 'see_trade_log')} />
      <Link to="/reports" className={buttonClass('secondary', 'sm', 'ml-auto')}>
        <Trans>Report</Trans>
        <span aria-hidden="true">▸</span>
      </Link>
    </Card>
  )
}
