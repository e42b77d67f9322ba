import { Trans, useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import { Link } from '@tanstack/react-router'
import { Languages } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActiveUntil } from '../../features/account/ActiveUntil.tsx'
import { FeedChip } from '../../features/market-status/FeedChip.tsx'
import { MarketClock, SimulatedBadge } from '../../features/market-status/MarketClock.tsx'
import { ThemeToggle } from '../../features/site/ThemeToggle.tsx'
import { setLanguage, useLanguage } from '../../lib/language.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { BrokerChip, EntriesChip, ModeChip, PlanChip } from './StatusChips.tsx'

/** All that the bar of a wide window shows, on a phone: each line leads to the place that mends it. */
export function StatusSheet({ me, onClose }: { me: Me; onClose: () => void }) {
  const { t } = useLingui()
  const next = useLanguage() === 'hi' ? 'en' : 'hi'
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`State of the system`}
      actions={
        <Button tone="secondary" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <ul className="-mx-2 divide-y">
        <Line>
          <FeedChip delaySeconds={me.entitlements.delay_seconds} />
        </Line>
        <Line>
          <BrokerChip me={me} />
        </Line>
        <Line>
          <ModeChip me={me} whole />
        </Line>
        <Line>
          <EntriesChip me={me} />
        </Line>
        <Line>
          <MarketClock whole />
          <SimulatedBadge whole />
        </Line>
        <Line>
          <PlanChip me={me} />
        </Line>
      </ul>
      <p className="mt-2">
        <ActiveUntil expiry={me.plan_expiry} />
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <Link to="/plans" className={buttonClass('secondary', 'sm')}>
          <Trans>Plans</Trans>
        </Link>
        <Button tone="secondary" size="sm" onClick={() => void setLanguage(next)}>
          <Languages aria-hidden="true" />
          <span lang={next}>{next === 'hi' ? 'हिन्दी' : 'English'}</span>
        </Button>
        <ThemeToggle />
      </p>
    </Dialog>
  )
}

/** Nothing where its chip is. */
const Line = ({ children }: { children: ReactNode }) => (
  <li className="flex min-h-11 items-center empty:hidden">{children}</li>
)
