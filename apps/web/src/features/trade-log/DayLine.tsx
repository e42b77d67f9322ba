import { Trans } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { useQuery } from '@tanstack/react-query'
import { signedRupeesText } from '../../lib/format.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { cx } from '../../ui/cx.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { livePnlQuery } from '../active-trades/queries.ts'
import { dayNets, type DayNet } from './day-net.ts'
import { tradeLogQuery } from './queries.ts'

interface DayLineProps {
  uid: string
  /** The open trades; undefined until they are known. */
  open: readonly ShownTradeRow[] | undefined
  livePnl: boolean
  /** The plan has the trade log, which knows the closed trades. */
  tradeLog: boolean
}

/** The day in one line: how many trades are open and closed, and what they come to, live and paper apart. */
export function DayLine({ uid, open, livePnl, tradeLog }: DayLineProps) {
  const today = useMarketToday()
  const log = useQuery({ ...tradeLogQuery(uid, today), enabled: tradeLog })
  const pnl = useQuery({ ...livePnlQuery(uid, today), enabled: livePnl && open !== undefined && open.length > 0 })
  const closed = log.data
  const openCount = open?.length
  const closedCount = closed?.length
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-2">
      {openCount !== undefined && (
        <span>
          <Trans>{openCount} open</Trans>
        </span>
      )}
      {closedCount !== undefined && (
        <span>
          <Trans>{closedCount} closed</Trans>
        </span>
      )}
      {dayNets(closed ?? [], open?.length ? (pnl.data ?? []) : []).map((day) => (
        <Net key={day.mode} {...day} />
      ))}
    </div>
  )
}

function Net({ mode, net }: DayNet) {
  const amount = signedRupeesText(net)
  return (
    <span className="flex items-center gap-1.5">
      <span className={cx('font-semibold', net > 0 ? 'text-up' : net < 0 ? 'text-down' : 'text-ink-3')}>
        <Trans>{amount} net</Trans>
      </span>
      <ModeBadge mode={mode} />
    </span>
  )
}
