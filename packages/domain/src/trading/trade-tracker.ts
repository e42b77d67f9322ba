import type { Paise } from '../money/paise.ts'
import type { EpochMs } from '../time/ist.ts'

/** What of a closed trade is tracked. Prices are paise a unit. */
export interface TrackableTrade {
  readonly enteredAt: EpochMs
  readonly closedAt: EpochMs
  readonly entryPrice: Paise
  /** Average of its sales; null: not known. */
  readonly exitPrice: Paise | null
  /** Best bid while it was open, as far as it was recorded. */
  readonly bestBid: Paise
  /** What it could lose by its plan; undefined on trades from before that was kept. */
  readonly plannedLoss: Paise | undefined
  /** Null: not known. */
  readonly net: Paise | null
}

/** What became of a trade's plan. */
export interface TrackedTrade {
  readonly heldSeconds: number
  /** Net result as a multiple of the planned loss, to two decimals. */
  readonly resultR: number | null
  /** The best it could have been sold at, its own exit included. */
  readonly bestPrice: Paise
  /** Share of the move from entry to best price that the exit kept, to two decimals; null where nothing rose. */
  readonly capturedOfBest: number | null
  /** Whether a loss stayed within the plan; null when it did not lose, or it is unknown. */
  readonly stopRespected: boolean | null
}

/** Measures a closed trade against the plan it was opened with. Reports what was done, never what to expect. */
export function trackedTrade(trade: TrackableTrade): TrackedTrade {
  const { enteredAt, closedAt, entryPrice, exitPrice, plannedLoss, net } = trade
  const bestPrice = Math.max(trade.bestBid, entryPrice, exitPrice ?? 0) as Paise
  const known = net !== null && plannedLoss !== undefined && plannedLoss > 0
  return {
    heldSeconds: Math.max(0, Math.floor((closedAt - enteredAt) / 1000)),
    resultR: known ? twoDecimals(net / plannedLoss) : null,
    bestPrice,
    capturedOfBest:
      exitPrice === null || bestPrice === entryPrice
        ? null
        : twoDecimals((exitPrice - entryPrice) / (bestPrice - entryPrice)),
    stopRespected: known && net < 0 ? net + plannedLoss >= 0 : null,
  }
}

function twoDecimals(x: number): number {
  return Math.round(x * 100) / 100
}
