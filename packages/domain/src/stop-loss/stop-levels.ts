import type { Paise } from '../money/paise.ts'
import { OPTION_TICK, floorToTick, roundToTick } from '../money/ticks.ts'

/**
 * Stop-loss and target of a bought option (signals reference §3.3). All prices are paise a unit; an entry
 * price may carry a fraction of a paisa, being an average of fills.
 */

/** The risk a unit, R, stays inside this share of the entry price. */
export const RISK_SHARE = { least: 0.15, most: 0.3 } as const
/** The exchange's price band allows 40 % under a reference above ₹50 and ₹20 at or under it; the buffer stays inside. */
export const BUFFER_CAP = { share: 0.35, shareAbove: 5_000 as Paise, flat: 1_500 as Paise } as const
/** Targets in R, without and with trailing. */
export const TARGET_R_MULTIPLE = { fixed: 2, trailing: 4 } as const

/** Float noise of an average price; far less than the paisa real prices differ by. */
export const PRICE_NOISE = 1e-6

/** R: the planned stop distance, held between 15 and 30 % of the entry price; whole paise. */
export function riskPerUnit(stopDistance: number, entryPrice: number): Paise {
  const least = Math.ceil(RISK_SHARE.least * entryPrice - PRICE_NOISE)
  const most = Math.floor(RISK_SHARE.most * entryPrice + PRICE_NOISE)
  return Math.max(least, Math.min(most, Math.round(stopDistance))) as Paise
}

/** Trigger of the first stop: entry − R, rounded down to a tick, never under one tick. */
export function stopTrigger(entryPrice: number, risk: Paise, tick: Paise = OPTION_TICK): Paise {
  return roundUpToTick(floorToTick(entryPrice - risk, tick), tick)
}

/**
 * The slack between trigger and limit that is really used: `slBuffer` (paise) as far as the exchange's band lets it.
 * Paise and, where the band caps it, fractions of one: only prices are rounded, and only to the tick.
 */
export function effectiveStopLimitBuffer(trigger: Paise, slBuffer: Paise, tick: Paise = OPTION_TICK): number {
  const cap = trigger > BUFFER_CAP.shareAbove ? BUFFER_CAP.share * trigger : Math.min(BUFFER_CAP.flat, trigger - tick)
  return Math.max(0, Math.min(slBuffer, cap))
}

/** Limit of the stop order under its trigger. A buffer of 0 makes them equal: such a stop may not fill in a fast market. */
export function stopLimit(trigger: Paise, slBuffer: Paise, tick: Paise = OPTION_TICK): Paise {
  return roundUpToTick(floorToTick(trigger - effectiveStopLimitBuffer(trigger, slBuffer, tick), tick), tick)
}

/** The price at which the position is taken off with profit: entry + 2 R, with trailing + 4 R. */
export function targetPrice(entryPrice: number, risk: Paise, trailing: boolean, tick: Paise = OPTION_TICK): Paise {
  return roundToTick(entryPrice + (trailing ? TARGET_R_MULTIPLE.trailing : TARGET_R_MULTIPLE.fixed) * risk, tick)
}

function roundUpToTick(price: Paise, tick: Paise): Paise {
  return Math.max(tick, price) as Paise
}
