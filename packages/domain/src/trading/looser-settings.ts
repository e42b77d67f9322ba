// @invariant loosening-waits A looser setting of a day on which the account has traded or is locked is not in force before
//   the close of that day.
import { allowsMoreHours, commonHours } from './entry-hours.ts'
import type { Strategy } from './trade-settings.ts'
import type { RiskLimits } from './user-limits.ts'
import { limitSettingsOf, limitsOf, type LimitSettings } from './limit-settings.ts'
import { isLooserMaximum, isShorterWait, LOSING_STREAK } from './account-limits.ts'
import { isLooserDrawdown } from './period-limits.ts'
import { isLooserProfitLock, tighterProfitLock } from './profit-lock.ts'

/*
 * What is looser, setting by setting. A change that is tighter holds at once; one that is looser needs a fresh sign-in, and waits
 * for the close once the account has traded or is locked (decision record 31).
 *
 * A new setting is a field of `RiskLimits`, `AccountLimits` or `Strategy` and takes a row of the table below: neither compiles without one, and a
 * test compares the keys. Take one of the orders that are there, or write one; where null means no limit it is the loosest
 * value: `(a, b) => b === null || (a !== null && a <= b)`. The tests of `LIMIT_ORDERS` and `STRATEGY_ORDERS` check each row by
 * the values it is given there. Splitting a change, storing what waits and reading what is due go by these keys alone.
 */

/** How the values of a setting compare. */
interface RiskOrder<V> {
  /**
   * Whether `a` lets nothing be traded or lost that `b` does not. Of two values each may let something through that the other
   * does not: a change between them is looser in both directions.
   */
  readonly isWithin: (a: V, b: V) => boolean
  /** What two values both let through, where a value expresses it: it holds at once, and the rest of a change waits. */
  readonly common?: (a: V, b: V) => V | undefined
}

const fewer: RiskOrder<number> = { isWithin: (a, b) => a <= b }
/** Null: there is no maximum. */
const maximum = { isWithin: (a: number | null, b: number | null) => !isLooserMaximum(a, b) }
/** What is switched on acts without asking. */
const off: RiskOrder<boolean> = { isWithin: (a, b) => !a || b }
/** What is switched on protects. */
const on: RiskOrder<boolean> = { isWithin: (a, b) => a || !b }

/** The order of each limit of an account. */
export const LIMIT_ORDERS: { readonly [K in keyof LimitSettings]: RiskOrder<LimitSettings[K]> } = {
  // Null is the opening balance of each day, which compares with no figure.
  capital: { isWithin: (a, b) => a === b || (a !== null && b !== null && a <= b) },
  dailyLossCapPct: fewer,
  maxEntriesPerSymbol: fewer,
  maxPositionsPerSymbol: fewer,
  coverManualShorts: off,
  entryHours: { isWithin: (a, b) => !allowsMoreHours(a, b), common: commonHours },
  tradesPerDay: maximum,
  lossPauseMinutes: { isWithin: (a, b) => !isShorterWait(a, b) },
  // None set is as many as for everyone.
  lossesInRow: { isWithin: (a, b) => (a ?? LOSING_STREAK) <= (b ?? LOSING_STREAK) },
  // Of a lock that is looser in one part and tighter in the other, the tighter part holds at once.
  profitLock: { isWithin: (a, b) => !isLooserProfitLock(a, b), common: tighterProfitLock },
  weeklyLoss: maximum,
  drawdown: { isWithin: (a, b) => !isLooserDrawdown(a, b) },
}

/** The order of each setting of an index. */
export const STRATEGY_ORDERS: { readonly [K in Exclude<keyof Strategy, 'symbol'>]: RiskOrder<Strategy[K]> } = {
  lots: fewer,
  autoExecute: off,
  // Null: nothing asks the user.
  approvalSeconds: maximum,
  trailing: on,
  slBuffer: fewer,
}

/** A change of settings, taken apart. */
export interface SplitChange<S, All = S> {
  /** What holds at once: no setting in it is looser than before. */
  readonly atOnce: All
  /** The settings that were asked to be looser, as they were asked for. */
  readonly looser: Partial<S>
  /** The settings that were asked to be other than before. */
  readonly changed: readonly (keyof S)[]
}

/** A change of an account's limits, by what is looser in it. */
export function splitLimits(requested: RiskLimits, inForce: RiskLimits): SplitChange<LimitSettings, RiskLimits> {
  const { atOnce, ...parts } = split<LimitSettings, keyof LimitSettings>(
    LIMIT_ORDERS,
    limitSettingsOf(requested),
    limitSettingsOf(inForce),
  )
  return { ...parts, atOnce: limitsOf(atOnce) }
}

/**
 * A change of an index's settings, by what is looser in it. An index that is not armed, nor `armedLater`, trades nothing:
 * every change of it holds at once.
 */
export function splitStrategy(requested: Strategy, inForce: Strategy, armedLater: boolean): SplitChange<Strategy> {
  const parts = split<Strategy, Exclude<keyof Strategy, 'symbol'>>(STRATEGY_ORDERS, requested, inForce)
  const trades = requested.autoExecute || (armedLater && !inForce.autoExecute)
  return trades ? parts : { ...parts, atOnce: requested, looser: {} }
}

function split<S, K extends keyof S & string>(
  orders: { readonly [N in K]: RiskOrder<S[N]> },
  requested: S,
  inForce: S,
): SplitChange<S> {
  const atOnce = { ...requested }
  const looser: Partial<S> = {}
  const changed: K[] = []
  const compare = <N extends K>(name: N) => {
    const { isWithin, common }: RiskOrder<S[N]> = orders[name]
    const [next, present] = [requested[name], inForce[name]]
    const isTight = isWithin(next, present)
    if (!isTight || !isWithin(present, next)) changed.push(name)
    if (isTight) return
    atOnce[name] = common?.(next, present) ?? present
    looser[name] = next
  }
  for (const name of Object.keys(orders) as K[]) compare(name)
  return { atOnce, looser, changed }
}
