// @invariant no-single-clock
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isHeld, nextTrade, type Trade } from '../trade/trade.ts'
import { resultOf } from '../trade/result.ts'
import type { Alarms } from './alarms.ts'
import type { Ledger } from './ledger.ts'
import { tradeNote } from './notes.ts'
import { fillsComplete } from './state.ts'

/**
 * Ends what an earlier day left open. Day orders and intraday positions do not outlive their day and the broker's book
 * of it is gone, so a trade whose entry or sales we did not read closes as not reconciled, and its user is notified.
 */
export function closeOldDays(ledger: Ledger, alarms: Alarms, now: EpochMs): void {
  for (const trade of ledger.state.trades()) {
    if (trade.on >= ledger.state.on) continue
    put(ledger, nextTrade(trade, { type: 'given_up', at: now, why: 'day_over' }))
    if (!isHeld(trade)) continue
    const view = ledger.state.view(trade.id)
    const isWhole = view.bought > 0 && view.open <= 0 && fillsComplete(view)
    const leaving = nextTrade(trade, { type: 'exit_wanted', at: now, reason: 'square_off' }) ?? trade
    const result = isWhole && trade.converted === undefined ? resultOf(view.fills, trade.on) : null
    const closed = nextTrade(leaving, { type: 'flat', at: now, traded: view.bought, result })
    put(ledger, closed)
    if (closed !== undefined) {
      const note = tradeNote(closed, view.bought, now)
      if (note !== undefined) ledger.note(note)
    }
    if (!isWhole)
      alarms.raise(
        ledger,
        'not_reconciled',
        trade,
        `${trade.contract.tradingsymbol} of ${trade.on} was not seen closed.`,
        now,
      )
  }
}

/** Writes down where an event has led; nothing when it does not apply. */
function put(ledger: Ledger, trade: Trade | undefined): void {
  if (trade !== undefined) ledger.put({ type: 'trade', trade })
}
