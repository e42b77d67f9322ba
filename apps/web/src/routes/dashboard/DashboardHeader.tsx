import { Trans, useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { ActiveUntil } from '../../features/account/ActiveUntil.tsx'
import { UserMenu } from '../../features/account/UserMenu.tsx'
import { PauseButton } from '../../features/kill-switch/PauseButton.tsx'
import { FeedChip, useFeedState } from '../../features/market-status/FeedChip.tsx'
import { MarketClock, RunningMinute, SimulatedBadge } from '../../features/market-status/MarketClock.tsx'
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx'
import { ThemeToggle } from '../../features/site/ThemeToggle.tsx'
import { later } from '../../lib/later.ts'
import { PHONE, useMedia } from '../../lib/media.ts'
import { canTrade } from '../../lib/plan-access.ts'
import { ChipDot } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { LogoMark } from '../../ui/Logo.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { BrokerChip, EntriesChip, ModeChip, PlanChip } from './StatusChips.tsx'

// What a phone's bar has no room for: opened by a press.
const StatusSheet = lazy(async () => ({ default: (await import('./StatusSheet.tsx')).StatusSheet }))

const menu = later(async () => (await import('./DashboardMenu.tsx')).DashboardMenu)

/**
 * The bar that stays in view: the one place that shows the state of the system. A red line under it: real money. `account` stands in
 * place of the user's menu.
 */
export function DashboardHeader({ me, account }: { me: Me; account?: ReactNode }) {
  const { t } = useLingui()
  const isPhone = useMedia(PHONE)
  const isLive = me.zerodha.mode === 'live' && me.zerodha.api_key_set
  return (
    <header
      className={cx(
        'sticky top-(--above-header) z-20 bg-canvas/92 backdrop-blur-sm',
        isLive ? 'shadow-[inset_0_-2px_0_var(--down-fill)]' : 'border-b',
      )}
    >
      <div className="mx-auto flex h-12 max-w-[96rem] items-center gap-1 px-3 sm:px-6">
        <Link to="/" aria-label={t`Strikewise, start page`} className="flex rounded-md touch:py-2.5">
          <LogoMark className="size-6" />
        </Link>
        <div className="ml-1.5 min-w-0">
          <h1 className="text-sm leading-4 font-semibold text-ink-2 max-xl:sr-only">
            <Trans>Dashboard</Trans>
          </h1>
          <p className="text-2xs max-xl:hidden">
            <ActiveUntil expiry={me.plan_expiry} />
          </p>
        </div>
        {isPhone ? (
          <PhoneState me={me} />
        ) : (
          <section aria-label={t`Market and account`} className="flex min-w-0 flex-1 items-center lg:ml-2">
            <FeedChip delaySeconds={me.entitlements.delay_seconds} />
            <BrokerChip me={me} />
            <ModeChip me={me} />
            <EntriesChip me={me} className="max-lg:hidden" />
            <PlanChip me={me} className="max-lg:hidden" />
            <span className="ml-auto flex min-w-0 items-center max-md:hidden">
              <SimulatedBadge />
              <MarketClock />
            </span>
          </section>
        )}
        <div className="ml-auto flex items-center gap-1">
          {canTrade(me) && (
            // On a phone it stands in the bar at the bottom, within reach of the thumb.
            <PauseButton paused={me.stop.user} locked={me.day_lock !== null} className="max-sm:hidden" />
          )}
          <NotificationBell />
          {!isPhone && <ThemeToggle />}
          {account ?? <UserMenu me={me} opens={menu} />}
        </div>
      </div>
    </header>
  )
}

/** What a phone shows of the state; a press opens all of it. */
function PhoneState({ me }: { me: Me }) {
  const [open, setOpen] = useState(false)
  const { condition, text } = useFeedState(me.entitlements.delay_seconds)
  const { mode, api_key_set } = me.zerodha
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 px-1 text-xs font-medium text-ink-2"
      >
        <span className="sr-only">
          <Trans>State of the system</Trans>
        </span>
        {(mode === 'paper' || api_key_set) && <ModeBadge mode={mode} filled />}
        <span className={cx('flex min-w-0 items-center gap-1.5', condition === 'broken' && 'text-down')}>
          <ChipDot condition={condition} />
          <span className="truncate">{text}</span>
        </span>
        <span className="text-ink">
          <RunningMinute />
        </span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <StatusSheet me={me} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
