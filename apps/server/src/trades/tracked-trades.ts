import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { trackedTrade } from '@strikewise/domain/trading/trade-tracker.ts'
import type { ClosedTrade } from '@strikewise/execution/trade/trade.ts'
import type { TrackedTradeRow } from '@strikewise/wire/trades.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'

/** A user's closed trades of a day against the plans they were opened with, oldest entry first. */
export async function trackedTradesOn(db: UserScopedRow, userId: string, day: IstDate): Promise<TrackedTradeRow[]> {
  const rows = await db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', userId)
    .where('on_day', '=', day)
    .where('state', '=', 'closed')
    .execute()
  return rows
    .map((row) => row.body)
    .filter((trade): trade is ClosedTrade => trade.state === 'closed')
    .toSorted((a, b) => a.enteredAt - b.enteredAt)
    .map(rowOf)
}

function rowOf(trade: ClosedTrade): TrackedTradeRow {
  const { id, mode, enteredAt, closedAt, entryPrice, bestBid, plannedLoss, result, traded } = trade
  const known = trackedTrade({
    enteredAt,
    closedAt,
    entryPrice,
    // For the eye only: money is summed from the fills.
    exitPrice: result === null || traded === 0 ? null : (Math.round(result.exitValue / traded) as Paise),
    bestBid,
    plannedLoss,
    net: result?.net ?? null,
  })
  return {
    trade_id: id,
    mode,
    held_seconds: known.heldSeconds,
    planned_loss: plannedLoss === undefined ? null : rupeesFromPaise(plannedLoss),
    result_r: known.resultR,
    best_price: rupeesFromPaise(known.bestPrice),
    kept_of_best: known.capturedOfBest,
    stop_kept: known.stopRespected,
    manual_exit_quantity: trade.manualExitQuantity,
    second_attempt: trade.recoveryOf !== undefined,
  }
}
