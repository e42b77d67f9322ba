import { Trans, useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import { Link } from '@tanstack/react-router'
import { Keyboard, Languages, Link2, Unplug } from 'lucide-react'
import { ActiveUntil } from '../../features/account/ActiveUntil.tsx'
import { UserMenu } from '../../features/account/UserMenu.tsx'
import { PauseButton } from '../../features/kill-switch/PauseButton.tsx'
import { MarketClock } from '../../features/market-status/MarketClock.tsx'
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx'
import { requestAct } from '../../features/position/act-request.ts'
import { ThemeToggle } from '../../features/site/ThemeToggle.tsx'
import { broker } from '../../lib/broker.ts'
import { setLanguage, useLanguage } from '../../lib/language.ts'
import { canTrade } from '../../lib/plan-access.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { MenuItem } from '../../ui/Menu.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'

/** The bar that stays in view, and under it the line that shows what time it is and how the account trades. */
export function DashboardHeader({ me }: { me: Me }) {
  const { t } = useLingui()
  const connected = me.zerodha.connected && !me.zerodha.token_stale
  return (
    <>
      <header className="sticky top-0 z-20 border-b bg-canvas/92 backdrop-blur-sm">
        <div className="mx-auto flex h-12 max-w-[96rem] items-center gap-2 px-3 sm:gap-3 sm:px-6">
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
            {canTrade(me) && (
              // On a phone it stands in the bar at the bottom, within reach of the thumb.
              <PauseButton paused={me.stop.user} locked={me.day_lock !== null} className="max-sm:hidden" />
            )}
            <NotificationBell />
            <ThemeToggle />
            <UserMenu me={me}>
              <LanguageItem />
              <MenuItem onClick={() => requestAct('shortcuts')}>
                <Keyboard aria-hidden="true" />
                <Trans>Keyboard shortcuts</Trans>
              </MenuItem>
            </UserMenu>
          </div>
        </div>
      </header>
      <section aria-label={t`Market and account`} className="border-b bg-surface/60">
        <div className="mx-auto flex min-h-8 max-w-[96rem] flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1 sm:px-6">
          <MarketClock />
          <TradingMode me={me} />
        </div>
      </section>
    </>
  )
}

/** The other language, in its own words. */
function LanguageItem() {
  const next = useLanguage() === 'hi' ? 'en' : 'hi'
  return (
    <MenuItem onClick={() => void setLanguage(next)}>
      <Languages aria-hidden="true" />
      <span lang={next}>{next === 'hi' ? 'हिन्दी' : 'English'}</span>
    </MenuItem>
  )
}

/** Paper or live, as text: the one thing that must never be mistaken. */
function TradingMode({ me }: { me: Me }) {
  // Where a real account would be, and there is none yet, nothing is traded.
  if (me.zerodha.mode === 'live' && !me.zerodha.api_key_set) return null
  return (
    <span className="flex items-center gap-1.5 text-xs text-ink-2">
      <ModeBadge mode={me.zerodha.mode} />
      {me.zerodha.mode === 'live' ? (
        <Trans>real money</Trans>
      ) : (
        <span className="max-sm:sr-only">
          <Trans>no real money</Trans>
        </span>
      )}
    </span>
  )
}
