import { Trans, useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { VOTERS } from '@strikewise/signals/registry/registry.ts'
import type { DecisionRow } from '@strikewise/wire/market.ts'
import { useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { signedText } from '../../lib/format.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { AgentTitle } from '../../ui/AgentTitle.tsx'
import { cx } from '../../ui/cx.ts'
import { Shared } from '../../ui/Shared.tsx'
import { contributionsOf, type Contribution } from './contributions.ts'
import { verdictOf } from './decision-summary.ts'
import { lastDecisionQuery } from './queries.ts'

/** What would have to change is a list of every rule in the way; the first lines show which is next. */
const MAX_FLIPS = 3

/** What each agent adds to the newest score of an index, which rules forbid an entry, and what would change the answer. */
export function Contributions({ symbol }: { symbol: IndexSymbol }) {
  const { data, isPending } = useQuery(lastDecisionQuery(symbol, useMarketToday()))
  const decision = data?.[0]
  if (decision === undefined)
    return (
      <div className="flex flex-col gap-2.5 px-4 py-3 text-sm">
        <ul className="flex flex-col gap-1.5">
          {VOTERS.map((agent) => (
            <UndecidedRow key={agent} agent={agent} />
          ))}
        </ul>
        {/* That it loads, or could not be read, is shown with the verdict. */}
        {!isPending && (
          <p className="border-t pt-2 text-xs text-ink-3">
            <Trans>Shown with the first decision of the day.</Trans>
          </p>
        )}
      </div>
    )
  const shares = contributionsOf(decision)
  const full = Math.max(0.4, ...shares.map(({ points }) => Math.abs(points)))
  return (
    <div className="flex flex-col gap-2.5 px-4 py-3 text-sm">
      <ul className="flex flex-col gap-1.5">
        {shares.map((share) => (
          <Row key={share.agent} share={share} full={full} />
        ))}
      </ul>
      <Filters decision={decision} />
      {decision.flips.length > 0 && (
        <div className="border-t pt-2 text-xs">
          <h3 className="font-medium text-ink-2">
            <Trans>What would change it</Trans>
          </h3>
          <ul className="mt-0.5 text-ink-3">
            {decision.flips.slice(0, MAX_FLIPS).map((flip) => (
              <li key={flip.text}>
                <Shared of={flip} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Row({ share: { agent, points, isStale }, full }: { share: Contribution; full: number }) {
  // What is shown as 0.00 has no direction.
  const hundredths = Math.round(points * 100)
  const direction = hundredths > 0 ? 'text-up' : hundredths < 0 ? 'text-down' : 'text-ink-3'
  return (
    <AgentLine
      agent={agent}
      bar={
        <span
          className={cx(
            'absolute inset-y-0',
            points >= 0 ? 'left-1/2 rounded-r-sm bg-up-fill' : 'right-1/2 rounded-l-sm bg-down-fill',
          )}
          style={{ width: `${(Math.abs(points) / full) * 50}%` }}
        />
      }
    >
      <span className={cx('text-right font-medium', direction)}>
        {isStale ? (
          <span className="font-normal text-ink-3">
            <Trans>too old</Trans>
          </span>
        ) : (
          signedText(points)
        )}
      </span>
    </AgentLine>
  )
}

/** An agent before the first decision, in the place it has from then on. */
function UndecidedRow({ agent }: { agent: string }) {
  return (
    <AgentLine agent={agent}>
      <span className="text-right text-ink-3">–</span>
    </AgentLine>
  )
}

interface AgentLineProps {
  agent: string
  /** On the scale, whose middle is 0. */
  bar?: ReactNode
  children: ReactNode
}

function AgentLine({ agent, bar, children }: AgentLineProps) {
  return (
    <li className="grid grid-cols-[7.5rem_1fr_3.5rem] items-center gap-x-3">
      <span className="truncate text-ink-2">
        <AgentTitle agent={agent} />
      </span>
      <span aria-hidden="true" className="relative h-2.5 rounded-sm bg-quiet-soft">
        <span className="absolute -inset-y-0.5 left-1/2 w-px bg-line-strong" />
        {bar}
      </span>
      {children}
    </li>
  )
}

/** The two agents that forbid entries and never ask for one. */
function Filters({ decision }: { decision: DecisionRow }) {
  const { t } = useLingui()
  const codes = decision.no_trade.map(({ code }) => code)
  const isRange = codes.includes('regime_range')
  const rule = decision.no_trade.find(
    (reason) => reason.code !== 'regime_range' && verdictOf({ action: 'none', no_trade: [reason] }) === 'blocked',
  )
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 border-t pt-2 text-xs text-ink-2">
      <Filter name={<AgentTitle agent="sideways_detector_signal" />} isOpen={!isRange}>
        {isRange ? t`range-bound` : t`open`}
      </Filter>
      <Filter name={<AgentTitle agent="market_block_signal" />} isOpen={rule === undefined}>
        {rule === undefined ? t`open` : <Shared of={rule} />}
      </Filter>
    </ul>
  )
}

function Filter({ name, isOpen, children }: { name: ReactNode; isOpen: boolean; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
      {isOpen ? (
        <CircleCheck aria-hidden="true" className="text-ink-3" />
      ) : (
        <Ban aria-hidden="true" className="text-ink" />
      )}
      <span>
        {name}: {children}
      </span>
    </li>
  )
}
