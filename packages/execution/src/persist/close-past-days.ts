// @invariant no-single-clock
import { contractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isHeld, nextTrade, type Trade } from '../trade/trade.ts'
import { tradePnlOf } from '../trade/trade-pnl.ts'
import type { Alarms } from './alarms.ts'
import type { AccountUnitOfWork } from './account-unit-of-work.ts'
import { tradeNotification } from './trade-notifications.ts'
import { fillsComplete } from './state.ts'

/**
 * Ends what an earlier day left open. Day orders and intraday positions do not outlive their day and the broker's book
 * of it is gone, so a trade whose entry or sales we did not read closes as not reconciled, and its user is notified.
 */
export function closeOldDays(unitOfWork: AccountUnitOfWork, alarms: Alarms, now: EpochMs): void {
  for (const trade of unitOfWork.state.trades()) {
    if (trade.on >= unitOfWork.state.on) continue
    put(unitOfWork, nextTrade(trade, { type: 'given_up', at: now, why: 'day_over' }))
    if (!isHeld(trade)) continue
    const view = unitOfWork.state.view(trade.id)
    const isWhole = view.bought > 0 && view.open <= 0 && fillsComplete(view)
    const leaving = nextTrade(trade, { type: 'exit_wanted', at: now, reason: 'square_off' }) ?? trade
    const result =
      isWhole && trade.converted === undefined ? tradePnlOf(view.fills, trade.on, unitOfWork.broker.brokerage) : null
    const closed = nextTrade(leaving, { type: 'flat', at: now, traded: view.bought, result })
    put(unitOfWork, closed)
    if (closed !== undefined) {
      const notification = tradeNotification(closed, view.bought, now, unitOfWork.broker.names)
      if (notification !== undefined) unitOfWork.notify(notification)
    }
    if (!isWhole)
      alarms.raise(
        unitOfWork,
        { code: 'alarm.not_reconciled', contract: contractRef(trade.contract), on: trade.on },
        trade,
        now,
      )
  }
}

/** Records where an event has led; nothing when it does not apply. */
function put(unitOfWork: AccountUnitOfWork, trade: Trade | undefined): void {
  if (trade !== undefined) unitOfWork.put({ type: 'trade', trade })
}
