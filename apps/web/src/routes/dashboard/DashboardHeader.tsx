import { Trans, useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import { Link } from '@tanstack/react-router'
import { Link2, Unplug } from 'lucide-react'
import { ActiveUntil } from '../../features/account/ActiveUntil.tsx'
import { UserMenu } from '../../features/account/UserMenu.tsx'
import { MarketClock } from '../../features/market-status/MarketClock.tsx'
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx'
import { LanguageSwitch } from '../../features/site/LanguageSwitch.tsx'
import { ThemeToggle } from '../../features/site/ThemeToggle.tsx'
import { PauseButton } from '../../features/kill-switch/PauseButton.tsx'
import { broker } from '../../lib/broker.ts'
import { canTrade } from '../../lib/plan-access.ts'
import { Badge } from '../../ui/Badge.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'

/** The bar that stays in view, and under it the line that shows what time it is and how the account trades. */
export function DashboardHeader({ me }: { me: Me }) {
  const { t } = useLingui()
  const connected = me.zerodha.connected && !me.zerodha.token_stale
  return (
    <>
      <header className="sticky top-0 z-20 border-b bg-canvas/92 backdrop-blur-sm">
        <div className="mx-auto flex h-15 max-w-[96rem] items-center gap-2 px-3 sm:gap-3 sm:px-6">
          <Link to="/" aria-label={t`Strikewise, start page`} className="flex rounded-md">
            <Logo compact />
          </Link>
          <span aria-hidden="true" className="h-5 w-px bg-line-strong max-sm:hidden" />
          <h1 className="text-md font-medium text-ink-2">
            <Trans>Dashboard</Trans>
          </h1>
          <div className="ml-auto flex items-center gap-1 sm:gap-2">
            <span className="hidden lg:block">
              <ActiveUntil expiry={me.plan_expiry} />
            </span>
            <Link to="/connect-zerodha" className={buttonClass('secondary', 'sm')} aria-label={t`Connect ${broker}`}>
              {connected ? <Link2 aria-hidden="true" className="text-up" /> : <Unplug aria-hidden="true" />}
              <span className="max-md:hidden">{connected ? t`Broker connected` : t`Connect ${broker}`}</span>
            </Link>
            {canTrade(me) && <PauseButton paused={me.stop.user} locked={me.day_lock !== null} />}
            <NotificationBell />
            <ThemeToggle />
            <UserMenu me={me} />
          </div>
        </div>
      </header>
      <section aria-label={t`Market and account`} className="border-b bg-surface/60">
        <div className="mx-auto flex min-h-10 max-w-[96rem] flex-wrap items-center gap-x-4 gap-y-1.5 px-3 py-1.5 sm:px-6">
          <MarketClock />
          <div className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1.5 max-lg:ml-0">
            <span className="lg:hidden">
              <ActiveUntil expiry={me.plan_expiry} />
            </span>
            <TradingMode me={me} />
            {/* Not in the bar above: on the smallest phones that is full. */}
            <LanguageSwitch />
          </div>
        </div>
      </section>
    </>
  )
}

/** Paper or live, as text: the one thing that must never be mistaken. */
function TradingMode({ me }: { me: Me }) {
  // Where a real account would be, and there is none yet, nothing is traded.
  if (me.zerodha.mode === 'live' && !me.zerodha.api_key_set) return null
  return me.zerodha.mode === 'live' ? (
    <Badge tone="down" dot>
      <Trans>Live trading: real money</Trans>
    </Badge>
  ) : (
    <Badge tone="info" dot>
      <Trans>Paper trading: no real money</Trans>
    </Badge>
  )
}
