import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { STATUS_COMPONENTS, type StatusComponent, type StatusReply, type StatusState } from '@strikewise/wire/public.ts'
import { STATUS_COMPONENT_NAMES } from '../../lib/status-component.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { barsOf, uptimeText, type DayBar } from './status-bars.ts'

const CHECKS = {
  store: msg`Accounts, settings, trades and the public record.`,
  feed: msg`Live prices of indices and options while the market is open.`,
  broker: msg`The connection to the broker.`,
  notifier: msg`Emails and messages sent on time.`,
  public_log: msg`Each finished day is signed.`,
} satisfies Record<StatusComponent, MessageDescriptor>

const STATES = {
  up: { text: msg`Working`, tone: 'up' },
  down: { text: msg`Down`, tone: 'down' },
  idle: { text: msg`Market closed`, tone: 'info' },
  unknown: { text: msg`Unknown`, tone: 'warn' },
} satisfies Record<StatusState, { text: MessageDescriptor; tone: Tone }>

const FILL = { good: 'bg-up-fill', some: 'bg-warn-fill', bad: 'bg-down-fill', none: 'bg-line-strong' } satisfies Record<
  DayBar['grade'],
  string
>

/** Each part now, and its last 90 days as bars with a text for what their colour shows. */
export function StatusBoard({ status, today }: { status: StatusReply; today: string }) {
  const { t } = useLingui()
  const parts = STATUS_COMPONENTS.flatMap((part) => status.parts.filter((one) => one.part === part))
  return (
    <div className="space-y-4">
      <Summary parts={parts} />
      {parts.map(({ part, now, days }) => {
        const bars = barsOf(days, today)
        const uptime = uptimeText(days)
        return (
          <Card key={part} aria-labelledby={`status-${part}`} className="p-4 sm:p-5">
            <div className="flex flex-wrap items-start justify-between gap-2">
              <div>
                <h2 id={`status-${part}`} className="text-md font-semibold text-ink">
                  {t(STATUS_COMPONENT_NAMES[part])}
                </h2>
                <p className="text-sm text-ink-3">{t(CHECKS[part])}</p>
              </div>
              <Badge tone={STATES[now].tone} dot>
                {t(STATES[now].text)}
              </Badge>
            </div>
            <div role="img" aria-label={t`Last 90 days: ${uptime}`} className="mt-4 flex h-8 gap-px sm:gap-0.5">
              {bars.map((bar) => (
                <span key={bar.day} title={bar.text} className={`min-w-0 flex-1 rounded-[1px] ${FILL[bar.grade]}`} />
              ))}
            </div>
            <p className="mt-2 flex justify-between text-xs text-ink-3">
              <span>
                <Trans>90 days ago</Trans>
              </span>
              <span>{uptimeText(days)}</span>
              <span>
                <Trans>today</Trans>
              </span>
            </p>
            <ProblemDays bars={bars} />
          </Card>
        )
      })}
    </div>
  )
}

function Summary({ parts }: { parts: StatusReply['parts'] }) {
  const { t } = useLingui()
  const down = parts.filter((part) => part.now === 'down')
  const names = down.map(({ part }) => t(STATUS_COMPONENT_NAMES[part])).join(', ')
  if (down.length > 0)
    return (
      <Notice tone="down" role="status" title={t`Down: ${names}`}>
        <Trans>Stop-loss orders stay active at the exchange.</Trans>
      </Notice>
    )
  if (parts.some((part) => part.now === 'unknown'))
    return (
      <Notice tone="warn" role="status" title={t`Some checks are missing`}>
        <Trans>There has been no check for some minutes: the monitoring itself may be down.</Trans>
      </Notice>
    )
  return <Notice tone="up" role="status" title={t`All systems operational`} />
}

/** The same as text, for days that were not good. */
function ProblemDays({ bars }: { bars: readonly DayBar[] }) {
  const bad = bars.filter((bar) => bar.grade === 'some' || bar.grade === 'bad')
  const count = bad.length
  if (count === 0) return null
  return (
    <details className="mt-2 text-sm">
      <summary className="rounded-sm text-ink-2">
        <Trans>Days with downtime ({count})</Trans>
      </summary>
      <ul className="mt-1.5 space-y-1 text-ink-2">
        {bad.toReversed().map((bar) => (
          <li key={bar.day}>{bar.text}</li>
        ))}
      </ul>
    </details>
  )
}
