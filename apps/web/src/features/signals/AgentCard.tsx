import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import type { SoldAgent } from '@strikewise/plans/policy.ts'
import { Ban, ChevronDown } from 'lucide-react'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { agentAbout, agentTitle } from '../../lib/agent-title.ts'
import { useFeed } from '../../lib/feed.tsx'
import { cx } from '../../ui/cx.ts'
import { BiasBadge } from './BiasBadge.tsx'
import { biasTone } from './bias-badge.ts'
import type { Signal } from './queries.ts'

interface AgentCardProps {
  agent: SoldAgent
  signal: Signal | undefined
  open: boolean
  /** One line instead of three, for the agents beside the core. */
  compact: boolean
  /** Id of the element that shows the reasons. */
  panelId: string
  /** No entry is made today in the user's account: an open market shows nothing for it. */
  locked: boolean
  onToggle: () => void
}

/** One agent's answer at a glance. Pressing it opens the reasons. */
export function AgentCard({ agent, signal, open, compact, panelId, locked, onToggle }: AgentCardProps) {
  const isStale = useFeed().status === 'stopped' || signal?.stale === true
  const { i18n } = useLingui()
  const bias = signal === undefined ? undefined : signal.bias || signal.meta.bias
  const tone = biasTone(bias)
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={panelId}
      title={agentAbout(i18n, agent)}
      onClick={onToggle}
      className={cx(
        'flex min-w-0 rounded-md border text-left transition-colors',
        compact ? 'flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2' : 'flex-col gap-2 px-3 py-2',
        open ? 'border-accent-line bg-accent-soft' : 'bg-surface hover:bg-hover',
      )}
    >
      <span className={cx('text-sm font-medium text-ink', compact ? 'flex-1 basis-40' : 'w-full')}>
        {agentTitle(i18n, agent)}
      </span>
      <span className={cx('flex items-center gap-2', !compact && 'w-full')}>
        {locked && bias === 'unblocked' ? (
          <Badge tone="down" icon={<Ban aria-hidden="true" />}>
            <Trans>Locked today</Trans>
          </Badge>
        ) : (
          <BiasBadge bias={bias} />
        )}
        {signal !== undefined && isStale && (
          <span className="text-xs font-medium text-warn">
            <Trans>Stale</Trans>
          </span>
        )}
        {signal?.stale === false && signal.meta.degraded !== undefined && (
          <span className="text-xs font-medium text-warn">
            <Trans>Degraded</Trans>
          </span>
        )}
      </span>
      <span className={cx('flex items-center gap-2', compact ? 'w-36 max-sm:flex-1' : 'w-full')}>
        <StrengthBar strength={signal?.strength ?? 0} tone={tone} className="min-w-0 flex-1" />
        <Chevron open={open} />
      </span>
    </button>
  )
}

function Chevron({ open }: { open: boolean }) {
  return (
    <ChevronDown
      aria-hidden="true"
      className={cx('size-4 shrink-0 text-ink-3 transition-transform', open && 'rotate-180')}
    />
  )
}

const FILLS = {
  up: 'bg-up-fill',
  down: 'bg-down-fill',
  warn: 'bg-warn-fill',
  info: 'bg-info-fill',
  quiet: 'bg-quiet-fill',
  accent: 'bg-accent',
} satisfies Record<Tone, string>

function StrengthBar({ strength, tone, className }: { strength: number; tone: Tone; className: string }) {
  const percent = Math.round(Math.min(1, Math.max(0, strength)) * 100)
  return (
    <span className={cx('flex items-center gap-2', className)}>
      <span className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-quiet-soft">
        <span
          className={cx('block h-full origin-left rounded-full transition-transform duration-300', FILLS[tone])}
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </span>
      <span className="w-8 text-right text-xs text-ink-3">
        <span className="sr-only">
          <Trans>Strength</Trans>{' '}
        </span>
        {percent}%
      </span>
    </span>
  )
}
