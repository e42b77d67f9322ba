import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import type { WhyReply } from '@strikewise/wire/public-log.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { decimalText, priceText, rupeesText, signedText } from '../../lib/format.ts'
import { epochOf, istDay, istMinute, wireTime } from '../../lib/ist-format.ts'
import type { SharedText } from '../../messages/signals.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Shared } from '../../ui/Shared.tsx'
import { TradeCost } from '../trade-cost/TradeCost.tsx'
import { ContributionTable } from './ContributionTable.tsx'
import { RecomputePanel } from './RecomputePanel.tsx'
import { PublishedSignals } from './PublishedSignals.tsx'

const VERDICT = { buy_call: msg`Buy a call`, buy_put: msg`Buy a put`, none: msg`No trade` } as const

interface WhyDecisionProps {
  why: WhyReply
  /** How the weights came to be, where that can be asked. */
  story?: ReactNode
}

/** A decision opened up: the verdict, the sum it rests on, what stood against it, what would change it. */
export function WhyDecision({ why, story }: WhyDecisionProps) {
  const { t } = useLingui()
  const { decision, entry, signals } = why
  const coverage = decimalText(decision.coverage, 2)
  return (
    <div className="space-y-4">
      <Verdict why={why} />
      <Card aria-labelledby="sum">
        <CardHeader
          id="sum"
          title={t`What the score is made of`}
          note={t`coverage ${coverage} of the weight is up to date`}
        />
        <ContributionTable decision={decision} />
        <p className="border-t px-4 py-3 text-sm text-ink-2">
          <Weights version={why.weights_version} />
        </p>
        {story}
      </Card>
      <div className="grid gap-4 md:grid-cols-2">
        <TextCard
          id="against"
          title={decision.action === 'none' ? t`Why nothing was traded` : t`Objections`}
          items={decision.no_trade}
          none={t`No objections.`}
        />
        <TextCard id="flips" title={t`What would change it`} items={decision.flips} none={t`Nothing specific.`} />
      </div>
      {decision.entry !== null && <EntryCard entry={decision.entry} />}
      {signals.length > 0 && <PublishedSignals signals={signals} />}
      {entry === null ? (
        <Notice tone="info" title={t`Not in the record`}>
          <Trans>
            This decision was made before the record began, so its inputs are not known and it cannot be recomputed.
          </Trans>
        </Notice>
      ) : (
        <RecomputePanel key={entry.hash} entry={entry} />
      )}
    </div>
  )
}

function Weights({ version }: { version: string | null }) {
  return version === null ? (
    <Trans>These are the default weights.</Trans>
  ) : (
    <Trans>
      The weights are version {version}: learned from the sessions up to that day, and approved by a person.
    </Trans>
  )
}

function Verdict({ why: { decision, previous, next } }: { why: WhyReply }) {
  const { t } = useLingui()
  const at = epochOf(decision.bar_end)
  const { symbol } = decision
  const minute = at === undefined ? decision.bar_end : `${istMinute(at)}, ${istDay(at)}`
  const needed = decision.threshold === undefined ? undefined : decimalText(decision.threshold, 2)
  return (
    <Card aria-labelledby="verdict">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-4 py-2.5">
        <p className="text-sm text-ink-2">
          <Trans>
            {symbol} · minute to{' '}
            <time dateTime={decision.bar_end} className="font-medium text-ink">
              {minute}
            </time>
          </Trans>
        </p>
        <nav aria-label={t`Minutes`} className="flex gap-2">
          <Step symbol={decision.symbol} minute={previous} label={t`Previous minute`}>
            <ChevronLeft aria-hidden="true" />
          </Step>
          <Step symbol={decision.symbol} minute={next} label={t`Next minute`}>
            <ChevronRight aria-hidden="true" />
          </Step>
        </nav>
      </div>
      <div className="grid grid-cols-2 gap-4 p-4 sm:grid-cols-4">
        <Figure name={t`Decision`}>
          <h2 id="verdict">{t(VERDICT[decision.action])}</h2>
        </Figure>
        <Figure name={t`Score`}>
          {signedText(decision.score)}
          {needed !== undefined && (
            <span className="block text-xs font-normal text-ink-3">
              <Trans>needs ±{needed}</Trans>
            </span>
          )}
        </Figure>
        <Figure name={t`Index`}>{priceText(decision.spot)}</Figure>
        <Figure name={t`Range of five minutes`}>{decimalText(decision.atr5, 2)}</Figure>
      </div>
    </Card>
  )
}

function Step({
  symbol,
  minute,
  label,
  children,
}: {
  symbol: IndexSymbol
  minute: string | null
  label: string
  children: ReactNode
}) {
  const { t } = useLingui()
  const buttonStyle = buttonClass('secondary', 'sm', 'px-2')
  if (minute === null)
    return (
      <span role="link" aria-disabled="true" aria-label={t`${label}: none`} className={buttonStyle}>
        {children}
      </span>
    )
  return (
    <a
      href={`/why/${symbol}/${encodeURIComponent(minute)}`}
      aria-label={`${label}, ${minute.slice(11)}`}
      title={`${label}, ${minute.slice(11)}`}
      className={buttonStyle}
    >
      {children}
    </a>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <p className="text-xs text-ink-3">{name}</p>
      <div className="mt-0.5 text-lg font-semibold tracking-[-0.01em]">{children}</div>
    </div>
  )
}

function TextCard({
  id,
  title,
  items,
  none,
}: {
  id: string
  title: string
  items: readonly SharedText[]
  none: string
}) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      {items.length === 0 ? (
        <p className="p-4 text-sm text-ink-3">{none}</p>
      ) : (
        <ul className="list-disc space-y-1.5 py-3 pr-4 pl-8 text-sm text-ink-2 marker:text-ink-3">
          {items.map((item) => (
            <li key={item.text}>
              <Shared of={item} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function EntryCard({ entry }: { entry: NonNullable<WhyReply['decision']['entry']> }) {
  const { t } = useLingui()
  const figures: readonly (readonly [string, string])[] = [
    [t`Contract`, entry.tradingsymbol],
    [t`Delta`, decimalText(entry.delta, 2)],
    [t`Bid / ask`, `${rupeesText(entry.bid)} / ${rupeesText(entry.ask)}`],
    [t`Limit`, rupeesText(entry.limit)],
    [t`Stop distance`, rupeesText(entry.stop_distance)],
    [t`Quoted at`, wireTime(entry.quoted_at)],
  ]
  return (
    <Card aria-labelledby="entry">
      <CardHeader id="entry" title={t`The contract that was chosen`} />
      <dl className="grid grid-cols-2 gap-4 p-4 text-sm sm:grid-cols-3">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="mt-0.5 font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="border-t px-4 pt-1 pb-3">
        <TradeCost cost={entry.cost} />
      </div>
    </Card>
  )
}
