import { formatRupees } from '../money/format.ts'
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
} as const

/** Limits that hold for every sizing. */
export interface SizeLimits {
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
export type SizeRefusalCode =
  | 'lots_not_set'
  | 'edge_gate'
  | 'day_cap'
  | 'cash'
  | 'liquidity'
  | 'freeze'
  | 'capital_below_minimum_risk'

/** `needed` is more than `limit`: paise, for liquidity and freeze units. Both 0 where no figure is meant. */
export interface SizeRefusal {
  readonly code: SizeRefusalCode
  readonly needed: number
  readonly limit: number
}

export type SizeResult = Sized | { readonly ok: false; readonly refusal: SizeRefusal }

/**
 * Basic sizing (elite): the user's lots, all or none. Refused, most serious first, when the worst loss exceeds what the
 * day's cap leaves, the outlay half of the free cash, or the order a third of the asks or the freeze quantity.
 */
export function sizeBasic(entry: PlannedEntry, limits: SizeLimits): SizeResult {
  const lots = limits.userLots
  if (!isLots(lots)) return refused('lots_not_set', 0, 0)
  for (const code of ['day_cap', 'cash', 'liquidity', 'freeze'] as const) {
    const needed = need(code, entry, lots)
    const limit = room(code, limits)
    if (needed > limit) return refused(code, needed, limit)
  }
  return sized(entry, lots, 'user_lots')
}

/**
 * Advanced sizing (master): as many lots as the risk budget carries at the worst loss of a lot, never more than the
 * user's, within the same limits. `budget` in paise comes from `riskBudget`. No lot fits: refused with what forbids
 * the first one, where the budget itself is too small as `capital_below_minimum_risk`.
 */
export function sizeToBudget(entry: PlannedEntry, limits: SizeLimits, budget: Paise): SizeResult {
  if (!isLots(limits.userLots)) return refused('lots_not_set', 0, 0)
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
  cap('cash', room('cash', limits) / need('cash', entry, 1))
  cap('liquidity', room('liquidity', limits) / need('liquidity', entry, 1))
  cap('freeze', room('freeze', limits) / need('freeze', entry, 1))
  if (lots > 0) return sized(entry, lots, boundBy)
  if (perLot > budget) return refused('capital_below_minimum_risk', perLot, budget)
  return sizeBasic(entry, { ...limits, userLots: 1 })
}

/**
 * Lots of the one second attempt after a stop-out: half the first, rounded down, its worst loss at most half the first
 * trade's. 0: no second attempt. Never a bigger one.
 */
export function recoveryLots(entry: PlannedEntry, firstLots: number, firstWorstLoss: Paise): number {
  return Math.min(Math.floor(firstLots / 2), Math.floor(firstWorstLoss / 2 / perLotWorstLoss(entry)))
}

/**
 * Budget left for one more position: a whole one for the first, half for each further position of the symbol or the
 * same direction, and never so much that all open worst losses exceed one and a half budgets.
 */
export function budgetForPosition(single: Paise, isFurther: boolean, openWorstLoss: Paise): Paise {
  const wanted = isFurther ? single * SIZING.furtherPositionShare : single
  const left = single * SIZING.openLossBudgets - openWorstLoss
  return Math.max(0, Math.floor(Math.min(wanted, left))) as Paise
}

const rupees = (amount: number): string => formatRupees(amount as Paise)

const REFUSAL_TEXTS: Readonly<Record<SizeRefusalCode, (needed: number, limit: number) => string>> = {
  lots_not_set: () => 'No lots are set for this symbol.',
  edge_gate: () => 'The measured results show no edge, so automatic trading is offered on paper only.',
  day_cap: (needed, limit) =>
    `The planned worst loss of ${rupees(needed)} is more than the ${rupees(limit)} left of today’s loss cap.`,
  cash: (needed, limit) => `The order needs ${rupees(needed)}; half of the free cash is ${rupees(limit)}.`,
  liquidity: (needed, limit) => `The order of ${needed} units is above the ${limit} that the offers allow.`,
  freeze: (needed, limit) => `The order of ${needed} units is above the exchange’s limit of ${limit} for one order.`,
  capital_below_minimum_risk: (needed, limit) =>
    `One lot can lose ${rupees(needed)}; the risk budget is ${rupees(limit)}.`,
}

/** The user's words for a refusal. */
export function sizeRefusalText({ code, needed, limit }: SizeRefusal): string {
  return REFUSAL_TEXTS[code](needed, limit)
}

type Check = 'day_cap' | 'cash' | 'liquidity' | 'freeze'

function need(check: Check, entry: PlannedEntry, lots: number): number {
  const quantity = lots * entry.lotSize
  if (check === 'day_cap') return worstLoss(entry, lots)
  return check === 'cash' ? quantity * entry.entryPrice : quantity
}

function room(check: Check, limits: SizeLimits): number {
  if (check === 'day_cap') return limits.dailyLossRemaining
  if (check === 'cash') return Math.floor(limits.freeCash * SIZING.cashShare)
  return check === 'liquidity' ? Math.floor(limits.askQuantity / SIZING.liquidityMultiple) : limits.freezeQuantity
}

function sized(entry: PlannedEntry, lots: number, boundBy: SizeBound): Sized {
  const quantity = lots * entry.lotSize
  const outlay = (quantity * entry.entryPrice) as Paise
  return { ok: true, lots, quantity, outlay, worstLoss: worstLoss(entry, lots), boundBy }
}

function refused(code: SizeRefusalCode, needed: number, limit: number): SizeResult {
  return { ok: false, refusal: { code, needed, limit } }
}

function isLots(lots: number): boolean {
  return Number.isSafeInteger(lots) && lots >= 1
}
