import type { WhyReply } from '@strikewise/wire/record.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { priceText, rupeesText, signedText } from '../../lib/format.ts'
import { epochOf, istDay, istMinute, wireTime } from '../../lib/ist-format.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ContributionTable } from './ContributionTable.tsx'
import { RecomputePanel } from './RecomputePanel.tsx'
import { SaidList } from './SaidList.tsx'

const VERDICT = { buy_call: 'Buy a call', buy_put: 'Buy a put', none: 'No trade' } as const

/** A decision opened up: the verdict, the sum it rests on, what stood against it, what would change it. */
export function WhyDecision({ why }: { why: WhyReply }) {
  const { decision, entry, signals } = why
  return (
    <div className="space-y-4">
      <Verdict why={why} />
      <Card aria-labelledby="sum">
        <CardHeader
          id="sum"
          title="What the score is made of"
          note={`coverage ${decision.coverage.toFixed(2)} of the weight is up to date`}
        />
        <ContributionTable decision={decision} />
        <p className="border-t px-4 py-3 text-sm text-ink-2">{weightsText(why.weights_version)}</p>
      </Card>
      <div className="grid gap-4 md:grid-cols-2">
        <TextCard
          id="against"
          title={decision.action === 'none' ? 'Why nothing was traded' : 'What stood against it'}
          items={decision.no_trade.map((reason) => reason.text)}
          none="Nothing stood against it."
        />
        <TextCard id="flips" title="What would change it" items={decision.flips} none="Nothing in particular." />
      </div>
      {decision.entry !== null && <EntryCard entry={decision.entry} />}
      {signals.length > 0 && <SaidList signals={signals} />}
      {entry === null ? (
        <Notice tone="info" title="Not in the record">
          This decision was made before the record began, so its inputs are not known and it cannot be recomputed.
        </Notice>
      ) : (
        <RecomputePanel key={entry.hash} entry={entry} />
      )}
    </div>
  )
}

function weightsText(version: string | null): string {
  return version === null
    ? 'The weights are those of the rules as written.'
    : `The weights are version ${version}: learned from the sessions up to that day, and approved by a person.`
}

function Verdict({ why: { decision, previous, next } }: { why: WhyReply }) {
  const at = epochOf(decision.bar_end)
  return (
    <Card aria-labelledby="verdict">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-4 py-2.5">
        <p className="text-sm text-ink-2">
          {decision.symbol} · minute to{' '}
          <time dateTime={decision.bar_end} className="font-medium text-ink">
            {at === undefined ? decision.bar_end : `${istMinute(at)}, ${istDay(at)}`}
          </time>
        </p>
        <nav aria-label="Minutes" className="flex gap-2">
          <Step symbol={decision.symbol} minute={previous} label="Previous minute">
            <ChevronLeft aria-hidden="true" />
          </Step>
          <Step symbol={decision.symbol} minute={next} label="Next minute">
            <ChevronRight aria-hidden="true" />
          </Step>
        </nav>
      </div>
      <div className="grid grid-cols-2 gap-4 p-4 sm:grid-cols-4">
        <Figure name="Decision">
          <h2 id="verdict">{VERDICT[decision.action]}</h2>
        </Figure>
        <Figure name="Score">
          {signedText(decision.score)}
          {decision.threshold !== undefined && (
            <span className="block text-xs font-normal text-ink-3">needs ±{decision.threshold.toFixed(2)}</span>
          )}
        </Figure>
        <Figure name="Index">{priceText(decision.spot)}</Figure>
        <Figure name="Range of five minutes">{decision.atr5.toFixed(2)}</Figure>
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
  symbol: 'NIFTY' | 'BANKNIFTY'
  minute: string | null
  label: string
  children: ReactNode
}) {
  const look = buttonClass('secondary', 'sm', 'px-2')
  if (minute === null)
    return (
      <span role="link" aria-disabled="true" aria-label={`${label}: none`} className={look}>
        {children}
      </span>
    )
  return (
    <a
      href={`/why/${symbol}/${encodeURIComponent(minute)}`}
      aria-label={`${label}, ${minute.slice(11)}`}
      title={`${label}, ${minute.slice(11)}`}
      className={look}
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

function TextCard({ id, title, items, none }: { id: string; title: string; items: readonly string[]; none: string }) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      {items.length === 0 ? (
        <p className="p-4 text-sm text-ink-3">{none}</p>
      ) : (
        <ul className="list-disc space-y-1.5 py-3 pr-4 pl-8 text-sm text-ink-2 marker:text-ink-3">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function EntryCard({ entry }: { entry: NonNullable<WhyReply['decision']['entry']> }) {
  const figures: readonly (readonly [string, string])[] = [
    ['Contract', entry.tradingsymbol],
    ['Delta', entry.delta.toFixed(2)],
    ['Bid / ask', `${rupeesText(entry.bid)} / ${rupeesText(entry.ask)}`],
    ['Limit', rupeesText(entry.limit)],
    ['Stop distance', rupeesText(entry.stop_distance)],
    ['Quoted at', wireTime(entry.quoted_at)],
  ]
  return (
    <Card aria-labelledby="entry">
      <CardHeader id="entry" title="The contract that was chosen" />
      <dl className="grid grid-cols-2 gap-4 p-4 text-sm sm:grid-cols-3">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="mt-0.5 font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
