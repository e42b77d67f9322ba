import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Play, TriangleAlert } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useContact } from '../features/site/contact.ts'
import { COMPARED, FEATURES, LIMITS, STEPS, STRENGTHS } from '../features/site/landing-content.ts'
import { landingTarget, readPlanNow } from '../features/site/login-target.ts'
import { ProductPicture } from '../features/site/ProductPicture.tsx'
import { PROOFS } from '../features/site/proofs.ts'
import { RecordedDecision } from '../features/site/RecordedDecision.tsx'
import { SiteFooter } from '../features/site/SiteFooter.tsx'
import { SiteHeader } from '../features/site/SiteHeader.tsx'
import { broker } from '../lib/broker.ts'
import { navigateTo } from '../lib/navigation.ts'
import { session } from '../lib/session.ts'
import { buttonClass } from '../ui/Button.tsx'
import { TableFrame } from '../ui/Table.tsx'

/** The start page. It runs without router, query cache and API client: a visitor on a phone waits for nothing else. */
export function LandingPage() {
  const { t } = useLingui()
  useEffect(() => {
    void landingTarget(session.get(), readPlanNow).then((to) => to && navigateTo(to, { replace: true }))
  }, [])
  return (
    <>
      <SiteHeader login />
      <main>
        <Hero />
        <Odds />
        <Part title={t`Check it yourself`}>
          <ul className="grid gap-4 md:grid-cols-3">
            {PROOFS.map(({ title, text, href, link }) => (
              <li key={href} className="flex flex-col rounded-lg border bg-surface p-5 shadow-sm">
                <h3 className="text-md font-semibold">{t(title)}</h3>
                <p className="mt-1 flex-1 text-ink-2">{t(text)}</p>
                <a
                  href={href}
                  className="mt-3 inline-flex min-h-11 items-center font-medium text-accent-text hover:underline"
                >
                  {t(link)}
                </a>
              </li>
            ))}
          </ul>
        </Part>
        <ProductPicture />
        <section aria-label={t`Features`} className="mx-auto max-w-6xl px-4 pt-16 sm:px-6">
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {FEATURES.map(({ Icon, title, text }) => (
              <li key={title.id} className="rounded-lg border bg-surface p-5 shadow-sm">
                <Icon aria-hidden="true" className="size-5 text-accent-text" />
                <h2 className="mt-3 text-md font-semibold">{t(title)}</h2>
                <p className="mt-1 text-ink-2">{t(text)}</p>
              </li>
            ))}
          </ul>
        </section>
        <Part title={t`How it works`}>
          <ol className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
            {STEPS.map(({ title, text }, i) => (
              <li key={title.id} className="rounded-md border bg-surface p-4">
                <span className="text-sm font-semibold text-accent-text">{i + 1}</span>
                <h3 className="mt-1 font-medium">{t(title)}</h3>
                <p className="mt-1 text-sm text-ink-2">{t(text)}</p>
              </li>
            ))}
          </ol>
        </Part>
        <Part title={t`Compared with typical algo platforms`}>
          <Comparison />
        </Part>
        <Part title={t`Strengths and limits`}>
          <div className="grid gap-4 md:grid-cols-2">
            <List title={t`Strengths`} items={STRENGTHS} mark={<Check className="text-up" />} />
            <List title={t`Limits`} items={LIMITS} mark={<TriangleAlert className="text-warn" />} />
          </div>
        </Part>
      </main>
      <SiteFooter />
    </>
  )
}

/** What the product does, beside one minute in which it did it. */
function Hero() {
  const video = useContact()?.demoVideoUrl ?? null
  return (
    <div className="mx-auto grid max-w-6xl items-center gap-x-12 gap-y-10 px-4 pt-12 pb-14 sm:px-6 sm:pt-16 lg:grid-cols-[1.1fr_1fr]">
      <div>
        <h1 className="text-md font-medium text-accent-text">
          <Trans>Welcome to Strikewise</Trans>
        </h1>
        <p className="mt-3 text-[2.5rem] leading-[1.08] font-semibold tracking-[-0.045em] text-balance sm:text-4xl">
          <Trans>Index options, with every reason shown.</Trans>
        </p>
        <p className="mt-5 max-w-xl text-md text-ink-2 sm:text-lg">
          <Trans>
            Strikewise watches Nifty and Bank Nifty all session, shows why it would trade or wait, and, if you arm it,
            trades in your own {broker} account with a stop at the exchange.
          </Trans>
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <a href="/plans" className={buttonClass('primary', 'lg')}>
            <Trans>Get Started</Trans>
          </a>
          <a
            href={video ?? '/demo'}
            {...(video === null ? {} : { target: '_blank', rel: 'noreferrer' })}
            className={buttonClass('secondary', 'lg')}
          >
            <Play aria-hidden="true" />
            <Trans>Watch Demo</Trans>
          </a>
        </div>
        <p className="mt-4 text-sm text-ink-3">
          <a href="/demo/day" className="font-medium text-accent-text underline underline-offset-2 touch:py-3">
            <Trans>See a recorded day</Trans>
          </a>{' '}
          <Trans>on the dashboard itself: a simulated market, no sign-up, no promise of a result.</Trans>
        </p>
      </div>
      <RecordedDecision />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="when-near mx-auto max-w-6xl px-4 pt-16 pb-1 sm:px-6">
      <h2 className="mb-5 text-xl font-semibold tracking-[-0.02em]">{title}</h2>
      {children}
    </section>
  )
}

function Comparison() {
  const { t } = useLingui()
  return (
    <TableFrame label={t`Comparison with traditional platforms`} className="rounded-lg border bg-surface shadow-sm">
      <table className="w-full border-collapse text-left max-sm:text-sm">
        <thead>
          <tr className="bg-sunken text-sm text-ink-3 [&>th]:border-b [&>th]:px-2.5 [&>th]:py-2.5 sm:[&>th]:px-4 [&>th]:font-medium">
            <th scope="col">
              <Trans>What</Trans>
            </th>
            <th scope="col">
              <Trans>Typical platform</Trans>
            </th>
            <th scope="col">Strikewise</th>
          </tr>
        </thead>
        <tbody>
          {COMPARED.map(({ what, usual, here }) => (
            <tr key={what.id} className="[&>*]:border-b [&>*]:px-2.5 [&>*]:py-2.5 sm:[&>*]:px-4 last:[&>*]:border-b-0">
              <th scope="row" className="font-medium">
                {t(what)}
              </th>
              <td className="text-ink-3">{t(usual)}</td>
              <td>{t(here)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

function List({ title, items, mark }: { title: string; items: readonly MessageDescriptor[]; mark: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="rounded-lg border bg-surface p-5 shadow-sm">
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-3 space-y-2 text-ink-2">
        {items.map((item) => (
          <li key={item.id} className="flex gap-2.5">
            <span aria-hidden="true" className="mt-0.75 [&_svg]:size-4">
              {mark}
            </span>
            {t(item)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shown before sign-up. Source: SEBI's study of individual traders in equity derivatives, 20 August 2026. */
function Odds() {
  return (
    <section aria-labelledby="odds" className="mx-auto max-w-6xl px-4 sm:px-6">
      <div className="rounded-lg border border-warn-line bg-warn-soft p-5 sm:p-6">
        <h2 id="odds" className="text-md font-semibold text-warn">
          <Trans>Most option buyers lose</Trans>
        </h2>
        <p className="mt-1.5 max-w-4xl text-ink-2">
          <Trans>
            87.7% of individual traders in equity futures and options lost money in the year 2025-26, says SEBI’s study
            of 20 August 2026, and options made up about 92% of those losses. Software alone does not change these odds.
            Start on paper, read the{' '}
            <a href="/disclosure" className="underline underline-offset-2 hover:text-ink">
              risk disclosure
            </a>
            , and use only money you can afford to lose.
          </Trans>
        </p>
        <p className="mt-3 max-w-4xl text-ink">
          <Trans>
            What we do about it: a stop at the exchange with every position, a daily loss limit that closes trades, and
            the reason for every minute, whether it is traded or not.
          </Trans>
        </p>
      </div>
    </section>
  )
}
