import { Trans, useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { DecisionRow } from '@strikewise/wire/market.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleSlash2, TrendingDown, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { wireTime } from '../../lib/ist-format.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { Button } from '../../ui/Button.tsx'
import type { SharedText } from '../../messages/signals.ts'
import { AgentTitle } from '../../ui/AgentTitle.tsx'
import { Shared } from '../../ui/Shared.tsx'
import { cx } from '../../ui/cx.ts'
import { decisionSummary } from './decision-summary.ts'
import { HoldingVerdict, type Holding } from './HoldingVerdict.tsx'
import { lastDecisionQuery } from './queries.ts'
import { ScoreScale } from './ScoreScale.tsx'

interface DecisionLineProps {
  symbol: IndexSymbol
  /** The option of this index that the user holds: what would end it is of more use than why none was bought. */
  holding?: Holding | undefined
}

/** The newest decision of an index: a trade, or the reason why none; while one is held, what would end it. */
export function DecisionLine({ symbol, holding }: DecisionLineProps) {
  const { data, isError } = useQuery(lastDecisionQuery(symbol, useMarketToday()))
  const [open, setOpen] = useState(false)
  const decision = data?.[0]
  return (
    <div className="border-t bg-sunken/60 px-4 py-3">
      {decision === undefined ? (
        <p className="flex min-h-8 items-center text-sm text-ink-3">
          {isError ? (
            <Trans>Couldn’t load the last decision.</Trans>
          ) : (
            <Trans>No decision yet today. One is made each minute while the market is open.</Trans>
          )}
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {holding === undefined ? (
              <Verdict decision={decision} />
            ) : (
              <HoldingVerdict holding={holding} at={decision.bar_end} />
            )}
            <div className="ml-auto flex items-center gap-3">
              <ScoreScale score={decision.score} />
              <Button tone="quiet" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
                {open ? <Trans>Less</Trans> : <Trans>Why</Trans>}
              </Button>
            </div>
          </div>
          {open && (
            <>
              <Details decision={decision} isHeld={holding !== undefined} />
              <Link
                to="/why/$symbol/$minute"
                params={{ symbol: decision.symbol, minute: decision.bar_end.slice(0, 16) }}
                className="mt-3 inline-block rounded-sm text-sm underline underline-offset-2 hover:text-ink"
              >
                <Trans>Open this minute</Trans>
              </Link>
            </>
          )}
        </>
      )}
    </div>
  )
}

function Verdict({ decision }: { decision: DecisionRow }) {
  const { i18n } = useLingui()
  const { headline, reason, tone } = decisionSummary(i18n, decision)
  const Icon = tone === 'up' ? TrendingUp : tone === 'down' ? TrendingDown : CircleSlash2
  return (
    <p className="flex min-w-0 flex-1 basis-80 items-start gap-2.5 text-sm">
      <Icon
        aria-hidden="true"
        className={cx(
          'mt-0.5 size-4 shrink-0',
          tone === 'up' ? 'text-up' : tone === 'down' ? 'text-down' : 'text-ink-3',
        )}
      />
      <span className="min-w-0">
        <span className="font-semibold">{headline}</span>
        <span className="text-ink-3"> · {wireTime(decision.bar_end)} · </span>
        <span className="text-ink-2">{reason}</span>
      </span>
    </p>
  )
}

function Details({ decision, isHeld }: { decision: DecisionRow; isHeld: boolean }) {
  const { t } = useLingui()
  return (
    <div className="mt-3 grid gap-4 border-t pt-3 text-sm md:grid-cols-3">
      {!isHeld && <Reasons title={t`Why no trade`} items={decision.no_trade} none={t`No objections.`} />}
      <div>
        <h3 className="mb-1.5 text-xs font-medium text-ink-3">
          <Trans>Contribution of each agent</Trans>
        </h3>
        <ul className="space-y-1">
          {decision.contributions.map((part) => (
            <li key={part.agent} className="flex justify-between gap-3">
              <span className="text-ink-2">
                <AgentTitle agent={part.agent} />
                {part.stale && ` (${t`stale`})`}
              </span>
              <span className="text-ink-3">
                {part.signed.toFixed(2)} × {part.weight.toFixed(2)}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <Reasons title={t`What would change it`} items={decision.flips} none={t`Nothing specific.`} />
    </div>
  )
}

function Reasons({ title, items, none }: { title: string; items: readonly SharedText[]; none: string }) {
  return (
    <div>
      <h3 className="mb-1.5 text-xs font-medium text-ink-3">{title}</h3>
      {items.length === 0 ? (
        <p className="text-ink-3">{none}</p>
      ) : (
        <ul className="list-disc space-y-1 pl-4 text-ink-2 marker:text-ink-3">
          {items.map((item) => (
            <li key={item.text}>
              <Shared of={item} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
