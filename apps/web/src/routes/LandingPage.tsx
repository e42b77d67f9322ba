import { Link, useNavigate } from '@tanstack/react-router'
import { ListChecks, Play, ScrollText, ShieldCheck } from 'lucide-react'
import { useEffect } from 'react'
import { landingTarget, readPlanNow } from '../features/site/login-target.ts'
import { SiteFooter } from '../features/site/SiteFooter.tsx'
import { SiteHeader } from '../features/site/SiteHeader.tsx'
import { session } from '../lib/session.ts'
import { buttonClass } from '../ui/Button.tsx'

const DEMO_VIDEO = 'https://www.youtube.com/results?search_query=strikewise'

const POINTS = [
  {
    Icon: ListChecks,
    title: 'Signals with reasons',
    text: 'Each agent shows its readings, their thresholds and their effect on the score. So does each decision not to trade.',
  },
  {
    Icon: ShieldCheck,
    title: 'Discipline by construction',
    text: 'One protective stop from the first second, a loss cap a day, and a stop button that always works.',
  },
  {
    Icon: ScrollText,
    title: 'Books that agree',
    text: 'Gross, charges and net of every trade equal your broker’s own, to the paisa.',
  },
]

const STEPS = ['Connect Broker', 'Live Data Stream', 'Signal Engine', 'Trade Execution', 'Daily Reports']

export function LandingPage() {
  const navigate = useNavigate()
  useEffect(() => {
    void landingTarget(session.get(), readPlanNow).then(async (to) => to && navigate({ to, replace: true }))
  }, [navigate])
  return (
    <>
      <SiteHeader login />
      <main>
        <section className="mx-auto max-w-6xl px-4 pt-20 pb-16 text-center sm:px-6 sm:pt-28">
          <h1 className="mx-auto max-w-3xl text-[2.5rem] leading-[1.08] font-semibold tracking-[-0.045em] text-balance sm:text-4xl">
            Welcome to Strikewise
          </h1>
          <p className="mx-auto mt-5 max-w-xl text-md text-balance text-ink-2 sm:text-lg">
            Nifty 50 and Bank Nifty options, read by agents that explain themselves and traded with discipline in your
            own broker account.
          </p>
          <div className="mt-8 flex flex-wrap justify-center gap-3">
            <Link to="/plans" className={buttonClass('primary', 'lg')}>
              Get Started
            </Link>
            <a href={DEMO_VIDEO} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'lg')}>
              <Play aria-hidden="true" />
              Watch Demo
            </a>
          </div>
        </section>
        <section className="mx-auto grid max-w-6xl gap-4 px-4 sm:px-6 md:grid-cols-3">
          {POINTS.map(({ Icon, title, text }) => (
            <div key={title} className="rounded-lg border bg-surface p-5 shadow-sm">
              <Icon aria-hidden="true" className="size-5 text-accent-text" />
              <h2 className="mt-3 text-md font-semibold">{title}</h2>
              <p className="mt-1 text-ink-2">{text}</p>
            </div>
          ))}
        </section>
        <section className="mx-auto max-w-6xl px-4 py-16 sm:px-6">
          <h2 className="text-xl font-semibold tracking-[-0.02em]">How it works</h2>
          <ol className="mt-5 grid gap-3 sm:grid-cols-5">
            {STEPS.map((step, i) => (
              <li key={step} className="flex items-center gap-3 rounded-md border bg-surface p-4 sm:block">
                <span className="text-sm font-semibold text-accent-text">{i + 1}</span>
                <span className="font-medium sm:mt-2 sm:block">{step}</span>
              </li>
            ))}
          </ol>
        </section>
      </main>
      <SiteFooter />
    </>
  )
}
