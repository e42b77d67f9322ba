import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { wireTime } from '../../lib/ist-format.ts'
import { useMarketToday } from '../../lib/market-clock.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { EmptyState, LoadingState, LockedState } from '../../ui/states.tsx'
import { ClosedTradesTable } from './ClosedTradesTable.tsx'
import { refusalsQuery, tradeLogQuery } from './queries.ts'
import { groupRefusals } from './refusals.ts'
import { byEntryTime } from './totals.ts'

/** 'Today Trade Log': the user's closed trades, or the way to a plan that has it. */
export function TradeLogPanel({ uid, locked }: { uid: string; locked: boolean }) {
  return (
    <Card aria-labelledby="trade-log">
      <CardHeader id="trade-log" title="Today Trade Log" />
      {locked ? (
        <LockedState
          title="The trade log is part of Elite and Master"
          hint="Upgrade to see each closed trade with its charges and the day's net result."
          action={
            <Link to="/plans" className={buttonClass('primary', 'sm')}>
              Upgrade Plan
            </Link>
          }
        />
      ) : (
        <TodayLog uid={uid} />
      )}
    </Card>
  )
}

function TodayLog({ uid }: { uid: string }) {
  const today = useMarketToday()
  const { data, isPending } = useQuery(tradeLogQuery(uid, today))
  const trades = useMemo(() => byEntryTime(data ?? []), [data])
  return (
    <>
      {isPending ? (
        <LoadingState label="Loading..." className="min-h-44" />
      ) : trades.length === 0 ? (
        <EmptyState
          title="No Closed Trades Yet Today"
          hint="Your trade log will appear here after a position is closed."
          className="min-h-44"
        />
      ) : (
        <ClosedTradesTable trades={trades} />
      )}
      <Refusals today={today} />
    </>
  )
}

/** Signals of the day that were not traded in this account, with the reason of each. */
function Refusals({ today }: { today: string }) {
  const { data: refusals = [] } = useQuery(refusalsQuery(today))
  if (refusals.length === 0) return null
  return (
    <details className="group border-t">
      <summary className="flex h-11 items-center px-4 text-sm font-medium text-ink-2 select-none hover:text-ink">
        Signals not traded in your account ({refusals.length})
      </summary>
      <ul className="divide-y border-t">
        {groupRefusals(refusals).map((group) => (
          <li key={`${group.symbol} ${group.code}`} className="flex gap-4 px-4 py-2 text-sm">
            <span className="w-16 shrink-0 text-ink-3">{wireTime(group.lastAt)}</span>
            <span className="w-24 shrink-0 font-medium">{group.symbol}</span>
            <span className="min-w-0 flex-1 text-ink-2">{group.text}</span>
            {group.count > 1 && <span className="shrink-0 text-ink-3">{group.count} times</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
