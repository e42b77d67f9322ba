// @invariant books-equal
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { recountedNotification } from '../persist/trade-notifications.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { unitsOf } from '../trade/fill.ts'
import { tradePnlOf } from '../trade/trade-pnl.ts'
import { nextTrade } from '../trade/trade.ts'

/**
 * A result counts the oldest sales of its trade. One of ours that no book had shown when the trade was closed may prove to be
 * older than the one it was closed by: it takes that one's place, which is then what sold short, and stands against what was
 * bought back. Left as it was, the older sale would be in no result.
 */
export function recountResults(unitOfWork: AccountUnitOfWork, now: EpochMs): void {
  for (const { trade, fills } of unitOfWork.state.traded()) {
    if (trade.state !== 'closed' || trade.result === null) continue
    if (unitsOf(fills, 'SELL') <= unitsOf(fills, 'BUY')) continue
    const { names, brokerage } = unitOfWork.broker
    const result = tradePnlOf(fills, trade.on, brokerage)
    if (result.exitValue === trade.result.exitValue && result.net === trade.result.net) continue
    const next = nextTrade(trade, { type: 'recounted', result })
    if (next?.state !== 'closed') continue
    unitOfWork.put({ type: 'trade', trade: next })
    unitOfWork.notify(recountedNotification(next, now, names))
  }
}
