import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ListChecks, ScrollText, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { LanguageSwitch } from '../site/LanguageSwitch.tsx'
import { ThemeToggle } from '../site/ThemeToggle.tsx'
import { Logo } from '../../ui/Logo.tsx'

const POINTS = [
  {
    Icon: ListChecks,
    title: msg`Every signal says why`,
    text: msg`Readings, thresholds and their effect on the score, for each agent.`,
  },
  {
    Icon: ShieldCheck,
    title: msg`Every position has its stop`,
    text: msg`The protective order rests at the exchange from the first second.`,
  },
  {
    Icon: ScrollText,
    title: msg`Every rupee is accounted for`,
    text: msg`Gross, charges and net, equal to your broker to the paisa.`,
  },
]

/** Page frame of the screens before sign-in: the form on one side, what the product stands for on the other. */
export function AuthFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
      <div className="flex flex-col px-4 sm:px-8">
        <header className="flex h-15 items-center justify-between">
          <Link to="/" aria-label={t`Strikewise, start page`} className="flex rounded-md">
            <Logo />
          </Link>
          <div className="flex items-center gap-1.5">
            <LanguageSwitch />
            <ThemeToggle />
          </div>
        </header>
        <main className="m-auto w-full max-w-sm py-10">
          <h1 className="text-2xl font-semibold tracking-[-0.025em]">{title}</h1>
          {lead !== undefined && <p className="mt-1.5 text-ink-2">{lead}</p>}
          <div className="mt-7">{children}</div>
        </main>
        <footer className="py-5 text-xs text-ink-3">
          <Link to="/terms" className="underline-offset-2 hover:underline">
            <Trans>Terms</Trans>
          </Link>
          <span aria-hidden="true"> · </span>
          <Link to="/privacy" className="underline-offset-2 hover:underline">
            <Trans>Privacy</Trans>
          </Link>
          <span aria-hidden="true"> · </span>
          <Link to="/disclosure" className="underline-offset-2 hover:underline">
            <Trans>Risk disclosure</Trans>
          </Link>
        </footer>
      </div>
      <aside className="relative hidden overflow-hidden border-l bg-surface lg:flex lg:flex-col lg:justify-center lg:px-16">
        <PayoffLines />
        <div className="relative max-w-md">
          <p className="text-3xl font-semibold tracking-[-0.035em] text-balance">
            <Trans>Index options, traded with reasons and with limits.</Trans>
          </p>
          <ul className="mt-9 space-y-6">
            {POINTS.map(({ Icon, title, text }) => (
              <li key={title.id} className="flex gap-3.5">
                <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-md border bg-canvas text-accent-text">
                  <Icon aria-hidden="true" className="size-[1.125rem]" />
                </span>
                <span>
                  <span className="block font-medium">{t(title)}</span>
                  <span className="block text-sm text-ink-3">{t(text)}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      </aside>
    </div>
  )
}

/** The mark's two payoff lines, large and faint, behind the words. */
function PayoffLines() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 800 900"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full text-line"
      fill="none"
    >
      {[0, 1, 2, 3, 4, 5, 6].map((i) => (
        <g key={i} stroke="currentColor" strokeWidth="1.25">
          <path d={`M820 ${110 + i * 26}H${560 - i * 14}L-20 ${690 + i * 40}`} />
        </g>
      ))}
    </svg>
  )
}
