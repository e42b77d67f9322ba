import { Trans, useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import { Link } from '@tanstack/react-router'
import { ChartCandlestick, ChartNoAxesColumn, Pause, Play, Radio, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { requestAct } from '../../features/position/act-request.ts'
import { canTrade } from '../../lib/plan-access.ts'
import { cx } from '../../ui/cx.ts'
import { openPanel } from '../../ui/Panel.tsx'

const PLACE = 'flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-2xs font-medium [&_svg]:size-5'

/** What a thumb reaches on a phone: the parts of the page, and the switch for entries. */
export function BottomBar({ me }: { me: Me }) {
  const { t } = useLingui()
  const paused = me.stop.user
  return (
    <nav
      aria-label={t`Parts of the dashboard`}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 flex h-(--bottom-bar) border-t bg-raised pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <Place to="#top" icon={<ChartCandlestick aria-hidden="true" />}>
        <Trans>Trade</Trans>
      </Place>
      <Place to="#option-chain" icon={<Table2 aria-hidden="true" />}>
        <Trans>Chain</Trans>
      </Place>
      <Place to="#core-signals" icon={<Radio aria-hidden="true" />}>
        <Trans>Signals</Trans>
      </Place>
      <Link to="/reports" className={cx(PLACE, 'text-ink-2')}>
        <ChartNoAxesColumn aria-hidden="true" />
        <Trans>Reports</Trans>
      </Link>
      {canTrade(me) && (
        <button
          type="button"
          className={cx(PLACE, paused ? 'bg-warn-soft text-warn' : 'text-warn')}
          onClick={() => requestAct(paused ? 'resume' : 'pause')}
        >
          {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          {paused ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}
        </button>
      )}
    </nav>
  )
}

/** A part of this page. A fragment would add a step to the history, and the step back asks whether to log out. */
function Place({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <a
      href={to}
      className={cx(PLACE, 'text-ink-2')}
      onClick={(event) => {
        event.preventDefault()
        if (to !== '#top') openPanel(to.slice(1))
        const show = () =>
          (to === '#top' ? document.documentElement : document.querySelector(to))?.scrollIntoView({ block: 'start' })
        // Once what was opened is laid out: before, the page may be too short to scroll there.
        requestAnimationFrame(show)
      }}
    >
      {icon}
      {children}
    </a>
  )
}
