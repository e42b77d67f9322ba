import { Trans, useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { DecisionRow } from '@strikewise/wire/market.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ban, Hourglass, Target, TrendingDown, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { wireTime } from '../../lib/ist-format.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { Button } from '../../ui/Button.tsx'
import type { SharedText } from '../../messages/signals.ts'
import { Shared } from '../../ui/Shared.tsx'
import { cx } from '../../ui/cx.ts'
import { TradeCost } from '../trade-cost/TradeCost.tsx'
import { openTicket } from '../ticket/ticket-request.ts'
import { decisionReason, VERDICT_TEXTS, verdictOf, type Verdict } from './decision-summary.ts'
import { HoldingEnds, type Holding } from './HoldingEnds.tsx'
import { NoDecision } from './NoDecision.tsx'
import { lastDecisionQuery } from './queries.ts'
import { ScoreScale } from './ScoreScale.tsx'

interface DecisionLineProps {
  symbol: IndexSymbol
  /** The option of this index that the user holds: what would end it is of more use than why none was bought. */
  holding?: Holding | undefined
  /** No entry is made in the user's account today, whatever the decision. */
  locked?: boolean
}

/** The newest decision of an index as one verdict: what it is, its score, and why; while an option is held, what would end that. */
export function DecisionLine({ symbol, holding, locked = false }: DecisionLineProps) {
  const query = useQuery(lastDecisionQuery(symbol, useMarketToday()))
  const [open, setOpen] = useState(false)
  const decision = query.data?.[0]
  if (decision === undefined) return <NoDecision query={query} />
  const verdict = holding !== undefined ? 'hold' : locked ? 'blocked' : verdictOf(decision)
  return (
    <div className="@container px-3 py-1.5 sm:px-4 sm:py-2">
      <div className="flex flex-wrap items-center gap-x-2.5 sm:gap-x-5">
        <Verb verdict={verdict} />
        <ScoreScale score={decision.score} threshold={decision.threshold} />
        <p className="order-last w-full min-w-0 text-sm text-ink-2 @4xl:order-none @4xl:w-auto @4xl:flex-1">
          <span className="text-ink-3">{wireTime(decision.bar_end)} · </span>
          {holding === undefined ? <Why decision={decision} locked={locked} /> : <HoldingEnds holding={holding} />}
        </p>
        {holding === undefined && <TicketButton decision={decision} />}
        <Button
          tone="quiet"
          size="sm"
          className="ml-auto max-sm:px-1.5"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? <Trans>Less</Trans> : <Trans>Why</Trans>}
        </Button>
      </div>
      {holding === undefined && decision.entry !== null && <TradeCost cost={decision.entry.cost} />}
      {open && (
        <>
          <Details decision={decision} isHeld={holding !== undefined} />
          <Link
            to="/why/$symbol/$minute"
            params={{ symbol: decision.symbol, minute: decision.bar_end.slice(0, 16) }}
            aria-keyshortcuts="W"
            className="mt-2 mb-1 inline-block rounded-sm text-sm underline underline-offset-2 hover:text-ink"
          >
            <Trans>Open this minute</Trans>
          </Link>
        </>
      )}
    </div>
  )
}

/** Opens the ticket of the contract that a signal names. */
function TicketButton({ decision: { symbol, entry } }: { decision: DecisionRow }) {
  if (entry === null) return null
  const { strike, side, expiry } = entry
  return (
    <Button tone="secondary" size="sm" onClick={() => openTicket({ symbol, strike, side, expiry })}>
      <Trans>Trade…</Trans>
    </Button>
  )
}

const APPEARANCES = {
  buy_call: { Icon: TrendingUp, tone: 'text-up' },
  buy_put: { Icon: TrendingDown, tone: 'text-down' },
  hold: { Icon: Target, tone: 'text-accent-text' },
  wait: { Icon: Hourglass, tone: 'text-ink' },
  blocked: { Icon: Ban, tone: 'text-ink' },
} as const satisfies Record<Verdict | 'hold', { Icon: typeof Ban; tone: string }>

function Verb({ verdict }: { verdict: Verdict | 'hold' }) {
  const { t } = useLingui()
  const { Icon, tone } = APPEARANCES[verdict]
  return (
    <p className={cx('flex items-center gap-1.5 text-md font-semibold sm:text-lg', tone)}>
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      {t(VERDICT_TEXTS[verdict])}
    </p>
  )
}

function Why({ decision, locked }: { decision: DecisionRow; locked: boolean }) {
  const { i18n } = useLingui()
  return locked ? <Trans>No more entries today.</Trans> : decisionReason(i18n, decision)
}

/** All reasons, beside what each agent adds (Contributions.tsx). */
function Details({ decision, isHeld }: { decision: DecisionRow; isHeld: boolean }) {
  const { t } = useLingui()
  return (
    <div className="mt-2 grid gap-4 border-t pt-2 text-sm md:grid-cols-2">
      {!isHeld && <Reasons title={t`Why no trade`} items={decision.no_trade} none={t`No objections.`} />}
      <Reasons title={t`What would change it`} items={decision.flips} none={t`Nothing specific.`} />
    </div>
  )
}

function Reasons({ title, items, none }: { title: string; items: readonly SharedText[]; none: string }) {
  return (
    <div>
      <h3 className="mb-1 text-xs font-medium text-ink-3">{title}</h3>
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
