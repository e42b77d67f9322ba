import type { IndexSymbol } from '../instruments/contract.ts'
import type { Paise } from '../money/paise.ts'
import { perLotWorstLoss, worstLoss, type PlannedEntry } from './worst-loss.ts'

/** Sizing's fixed shares (signals reference §3.2 and §3.5). */
export const SIZING = {
  /** Share of the free cash one entry may lay out. */
  cashShare: 0.5,
  /** The five best asks must offer this many times the order. */
  liquidityMultiple: 3,
  /** Each position of a symbol or direction beyond the first gets this part of a budget. */
  furtherPositionShare: 0.5,
  /** All open worst losses together, in single budgets. */
  openLossBudgets: 1.5,
  /** Share of the lots, and of the planned loss, of the stop-out that a second attempt takes at most. */
  recoveryShare: 0.5,
} as const

/** Limits that hold for every sizing. */
export interface SizeLimits {
  readonly symbol: IndexSymbol
  /** The user's lots, the upper bound of every engine. */
  readonly userLots: number
  /** Cash free for option buying; collateral does not count. */
  readonly freeCash: Paise
  /** What the day's loss cap still leaves (`dailyLossRemaining`). */
  readonly dailyLossRemaining: Paise
  /** Units offered at the five best asks. */
  readonly askQuantity: number
  /** Largest quantity of one order. */
  readonly freezeQuantity: number
}

/** What held the size down. */
export type SizeBound = 'user_lots' | 'risk_budget' | 'day_cap' | 'cash' | 'liquidity' | 'freeze'

export interface Sized {
  readonly ok: true
  readonly lots: number
  readonly quantity: number
  readonly outlay: Paise
  readonly worstLoss: Paise
  readonly boundBy: SizeBound
}

/** Why no lot is bought. `edge_gate` is the caller's, for live accounts whose record shows no edge (`riskBudget`). */
export type SizeRefusal =
  | { readonly code: 'refusal.lots_not_set'; readonly symbol: IndexSymbol }
  | { readonly code: 'refusal.edge_gate' }
  | { readonly code: 'refusal.day_cap'; readonly plannedLoss: Paise; readonly left: Paise }
  /** `share`: of the free cash, which `limit` is. */
  | { readonly code: 'refusal.cash'; readonly needed: Paise; readonly limit: Paise; readonly share: number }
  | { readonly code: 'refusal.liquidity'; readonly units: number; readonly limit: number }
  | { readonly code: 'refusal.freeze'; readonly units: number; readonly limit: number }
  | { readonly code: 'refusal.capital_below_minimum_risk'; readonly lossPerLot: Paise; readonly budget: Paise }

export type SizeResult = Sized | { readonly ok: false; readonly refusal: SizeRefusal }

/**
 * Basic sizing (elite): the user's lots, all or none. Refused, most serious first, when the worst loss exceeds what the
 * day's cap leaves, the outlay half of the free cash, or the order a third of the asks or the freeze quantity.
 */
export function sizeBasic(entry: PlannedEntry, limits: SizeLimits): SizeResult {
  const lots = limits.userLots
  if (!isLots(lots)) return refused({ code: 'refusal.lots_not_set', symbol: limits.symbol })
  for (const code of ['day_cap', 'cash', 'liquidity', 'freeze'] as const) {
    const needed = need(code, entry, lots)
    const limit = capacity(code, limits)
    if (needed > limit) return refused(REFUSALS[code](needed, limit))
  }
  return sized(entry, lots, 'user_lots')
}

/**
 * Advanced sizing (master): as many lots as the risk budget carries at the worst loss of a lot, never more than the
 * user's, within the same limits. `budget` in paise comes from `riskBudget`. No lot fits: refused with what forbids
 * the first one, where the budget itself is too small as `capital_below_minimum_risk`.
 */
export function sizeToBudget(entry: PlannedEntry, limits: SizeLimits, budget: Paise): SizeResult {
  if (!isLots(limits.userLots)) return refused({ code: 'refusal.lots_not_set', symbol: limits.symbol })
  const perLot = perLotWorstLoss(entry)
  let lots = limits.userLots
  let boundBy: SizeBound = 'user_lots'
  const cap = (bound: SizeBound, most: number): void => {
    const whole = Math.max(0, Math.floor(most))
    if (whole < lots) {
      lots = whole
      boundBy = bound
    }
  }
  cap('risk_budget', budget / perLot)
  cap('day_cap', limits.dailyLossRemaining / perLot)
  cap('cash', capacity('cash', limits) / need('cash', entry, 1))
  cap('liquidity', capacity('liquidity', limits) / need('liquidity', entry, 1))
  cap('freeze', capacity('freeze', limits) / need('freeze', entry, 1))
  if (lots > 0) return sized(entry, lots, boundBy)
  if (perLot > budget) return refused({ code: 'refusal.capital_below_minimum_risk', lossPerLot: perLot, budget })
  return sizeBasic(entry, { ...limits, userLots: 1 })
}

/**
 * Lots of the one second attempt after a stop-out: half the first, rounded down, its worst loss at most half the first
 * trade's. 0: no second attempt. Never a bigger one.
 */
export function recoveryLots(entry: PlannedEntry, firstLots: number, firstWorstLoss: Paise): number {
  return Math.min(
    Math.floor(firstLots * SIZING.recoveryShare),
    Math.floor((firstWorstLoss * SIZING.recoveryShare) / perLotWorstLoss(entry)),
  )
}

/**
 * Budget left for one more position: a whole one for the first, half for each further position of the symbol or the
 * same direction, and never so much that all open worst losses exceed one and a half budgets.
 */
export function budgetForPosition(single: Paise, isFurther: boolean, openWorstLoss: Paise): Paise {
  const target = isFurther ? single * SIZING.furtherPositionShare : single
  const left = single * SIZING.openLossBudgets - openWorstLoss
  return Math.max(0, Math.floor(Math.min(target, left))) as Paise
}

type Check = 'day_cap' | 'cash' | 'liquidity' | 'freeze'

function need(check: Check, entry: PlannedEntry, lots: number): number {
  const quantity = lots * entry.lotSize
  if (check === 'day_cap') return worstLoss(entry, lots)
  return check === 'cash' ? quantity * entry.entryPrice : quantity
}

function capacity(check: Check, limits: SizeLimits): number {
  if (check === 'day_cap') return limits.dailyLossRemaining
  if (check === 'cash') return Math.floor(limits.freeCash * SIZING.cashShare)
  return check === 'liquidity' ? Math.floor(limits.askQuantity / SIZING.liquidityMultiple) : limits.freezeQuantity
}

function sized(entry: PlannedEntry, lots: number, boundBy: SizeBound): Sized {
  const quantity = lots * entry.lotSize
  const outlay = (quantity * entry.entryPrice) as Paise
  return { ok: true, lots, quantity, outlay, worstLoss: worstLoss(entry, lots), boundBy }
}

const REFUSALS: Readonly<Record<Check, (needed: number, limit: number) => SizeRefusal>> = {
  day_cap: (needed, left) => ({ code: 'refusal.day_cap', plannedLoss: needed as Paise, left: left as Paise }),
  cash: (needed, limit) => ({
    code: 'refusal.cash',
    needed: needed as Paise,
    limit: limit as Paise,
    share: SIZING.cashShare,
  }),
  liquidity: (units, limit) => ({ code: 'refusal.liquidity', units, limit }),
  freeze: (units, limit) => ({ code: 'refusal.freeze', units, limit }),
}

function refused(refusal: SizeRefusal): SizeResult {
  return { ok: false, refusal }
}

function isLots(lots: number): boolean {
  return Number.isSafeInteger(lots) && lots >= 1
}
