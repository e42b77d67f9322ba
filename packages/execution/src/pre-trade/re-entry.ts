// @invariant no-martingale After a stop-out the engine makes at most one smaller second attempt, twice a day; a loss never
//   makes the next trade larger, a manual one neither.
import type { Direction } from '@strikewise/domain/trading/direction.ts'
import type { EntryPlan } from '@strikewise/signals/decision/decision.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { recoveryLots, SIZING } from '@strikewise/domain/trading/sizing.ts'
import { worstLoss, type PlannedEntry } from '@strikewise/domain/trading/worst-loss.ts'
import type { ClosedTrade, Trade } from '../trade/trade.ts'
import type { EntryRefusalReason } from '../refusal.ts'
import type { EntryDecision, EntryTicket } from './entry-ticket.ts'

/** Second attempts a day, whatever the index or direction (signals reference §3.5). */
export const RECOVERIES_A_DAY = 2
/** The score that re-confirms a direction in which a position was just stopped out. */
const RECOVERY_SCORE = 0.5
/** Scores are sums of binary fractions: 0.5 reached in decimal may lie a hair under. */
const SCORE_NOISE = 1e-9

/** How large an entry may be for what was lost before it; `first` is the stop-out it would make good. */
export interface ReEntryRule {
  readonly first: ClosedTrade | undefined
  readonly maxLots: number
}

/**
 * What earlier losses of the day allow an entry. After a stop-out one smaller second attempt in the same direction: once
 * for each chain (a direction of an index until a trade of it ends otherwise), twice a day, at a score of 0.50 on bars
 * closed since, with half the lots and half the planned loss; on a plan without loss recovery none that day. After any other
 * loss of the index: never more lots.
 */
export function reEntryRuleAfter(
  trades: readonly Trade[],
  decision: EntryDecision,
  { contract, plan }: Pick<EntryPlan, 'contract'> & { readonly plan: Plan },
  planned: PlannedEntry,
): ReEntryRule | EntryRefusalReason {
  const { on } = planned
  const closed = trades.filter((trade): trade is ClosedTrade => trade.state === 'closed' && trade.on === on)
  const inSymbol = newestFirst(closed, contract.symbol)
  const [last] = inSymbol
  const maxLots = last !== undefined && isLoss(last) ? lotsHeld(last) : Number.MAX_SAFE_INTEGER
  const first = lastOf(inSymbol, decision.direction)
  if (first === undefined || !isStopOut(first)) return { first: undefined, maxLots }
  if (!PLAN_POLICY[plan].lossRecovery) return { code: 'refusal.recovery_not_in_plan', plan }
  const recoveries = trades.filter((trade) => trade.on === on && trade.state !== 'abandoned' && isReEntry(trade))
  if (isReEntry(first) || recoveries.length >= RECOVERIES_A_DAY)
    return { code: 'refusal.recovery_used', perDay: RECOVERIES_A_DAY }
  if (decision.barEnd <= first.closedAt || Math.abs(decision.score) < RECOVERY_SCORE - SCORE_NOISE)
    return { code: 'refusal.recovery_not_confirmed', needed: RECOVERY_SCORE }
  const lots = Math.min(maxLots, recoveryLots(planned, lotsHeld(first), worstLossOf(first, planned)))
  return lots < 1 ? { code: 'refusal.recovery_too_small', share: SIZING.recoveryShare } : { first, maxLots: lots }
}

/**
 * What earlier losses of the day allow a ticket: never more lots than the last trade of the index lost with. Whether there
 * is another attempt after a stop-out is its user's decision, once the cool-down is over.
 */
export function manualRuleAfter(
  trades: readonly Trade[],
  { contract: { symbol }, lots }: EntryTicket,
  on: IstDate,
): ReEntryRule | EntryRefusalReason {
  const closed = trades.filter((trade): trade is ClosedTrade => trade.state === 'closed' && trade.on === on)
  const [last] = newestFirst(closed, symbol)
  if (last === undefined || !isLoss(last)) return { first: undefined, maxLots: Number.MAX_SAFE_INTEGER }
  const limit = lotsHeld(last)
  return lots > limit ? { code: 'refusal.larger_after_loss', limit, symbol } : { first: undefined, maxLots: limit }
}

/** Whether a trade is the second attempt after a stop-out. */
export function isReEntry(trade: Trade): boolean {
  return trade.recoveryOf !== undefined
}

/** The protective stop took it out at a loss. A trade whose result was not read counts as lost. */
function isStopOut(trade: ClosedTrade): boolean {
  return trade.exitReason.startsWith('stop') && isLoss(trade)
}

function isLoss(trade: ClosedTrade): boolean {
  return trade.result === null || trade.result.net < 0
}

function newestFirst(closed: readonly ClosedTrade[], symbol: IndexSymbol): ClosedTrade[] {
  return closed.filter((trade) => trade.contract.symbol === symbol).toSorted((a, b) => b.closedAt - a.closedAt)
}

function lastOf(newest: readonly ClosedTrade[], direction: Direction | null): ClosedTrade | undefined {
  return newest.find((trade) => trade.direction === direction)
}

/** Lots that were really held: a part fill was a smaller trade. */
function lotsHeld(trade: ClosedTrade): number {
  return Math.floor(trade.traded / trade.contract.lotSize)
}

/** What the lots that were held had been planned to lose; computed from the fill when the plan is not on record. */
function worstLossOf(trade: ClosedTrade, { on, brokerage }: PlannedEntry): Paise {
  const lots = lotsHeld(trade)
  if (trade.plannedLoss !== undefined) return Math.floor((trade.plannedLoss * lots) / trade.lots) as Paise
  const { stopDistance, slBuffer } = trade.entrySettings
  const { lotSize, tickSize } = trade.contract
  return worstLoss({ on, entryPrice: trade.entryPrice, stopDistance, slBuffer, brokerage, lotSize, tickSize }, lots)
}
