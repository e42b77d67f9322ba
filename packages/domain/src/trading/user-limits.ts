import type { Paise } from '../money/paise.ts'
import {
  accountLimitsFrom,
  NO_ACCOUNT_LIMITS,
  storedAccountLimits,
  type AccountLimits,
  type StoredAccountLimits,
} from './account-limits.ts'
import type { EntryHours, Weekday } from './entry-hours.ts'

/** A number that a user sets: what holds until then, and the bounds of what they may set. */
export interface UserLimit {
  readonly initial: number
  readonly min: number
  readonly max: number
}

/**
 * Every number that a user sets about their trading, with its unit in its name where it is not a count. Schemas, forms,
 * stored rows, the import and the backtest take defaults and bounds from here. How to add one:
 * docs/how-to/add-a-parameter.md.
 */
export const USER_LIMITS = {
  /** Lots of an armed symbol. Nothing is armed until the user sets some. */
  lots: { initial: 0, min: 1, max: 1_000 },
  /** How far the stop's limit may lie under its trigger. */
  slBufferRupees: { initial: 10, min: 0, max: 1_000 },
  /** How long an entry waits for approval, where its user wants to approve entries. */
  approvalSeconds: { initial: 30, min: 20, max: 60 },
  /** Share of the declared capital that may be lost in a day (signals reference §3.5). */
  dailyLossPct: { initial: 3, min: 0.1, max: 20 },
  /** Entries a symbol and day (signals reference §3.1). */
  entriesPerSymbol: { initial: 3, min: 1, max: 50 },
  /** Positions a symbol at a time (signals reference §3.5). */
  positionsPerSymbol: { initial: 1, min: 1, max: 10 },
} as const satisfies Readonly<Record<string, UserLimit>>

/** Bounds of the declared trading capital; none is declared at first, and the day's opening balance stands in. */
export const CAPITAL_RUPEES = { min: 1_000, max: 1_000_000_000 } as const

const BP_PER_PCT = 100

/** A user's risk limits as they are stored; a user who has saved none has no row. */
export interface StoredRiskLimits extends StoredAccountLimits {
  readonly capital: Paise | null
  readonly dailyLossBp: number
  readonly maxEntries: number
  readonly maxPositions: number
  readonly coverManualShorts: boolean
  /** All three null: entry hours are not restricted. */
  readonly entryDays: readonly Weekday[] | null
  readonly entryFromMinute: number | null
  readonly entryToMinute: number | null
}

/** The risk limits that hold for a user. */
export interface RiskLimits {
  /** Declared trading capital; null: the day's opening balance stands in. */
  readonly capital: Paise | null
  readonly dailyLossCapPct: number
  readonly maxEntriesPerSymbol: number
  readonly maxPositionsPerSymbol: number
  /** A short position that took a sale of the user's own is bought back as well. */
  readonly coverManualShorts: boolean
  /** Null: entries at every time of the product's own entry window. */
  readonly entryHours: EntryHours | null
  /** What the user limits over all indices. */
  readonly account: AccountLimits
}

/** What holds for a user with this row, or with none. */
export function riskLimitsFrom(stored: StoredRiskLimits | undefined): RiskLimits {
  return {
    capital: stored?.capital ?? null,
    dailyLossCapPct: stored === undefined ? USER_LIMITS.dailyLossPct.initial : stored.dailyLossBp / BP_PER_PCT,
    maxEntriesPerSymbol: stored?.maxEntries ?? USER_LIMITS.entriesPerSymbol.initial,
    maxPositionsPerSymbol: stored?.maxPositions ?? USER_LIMITS.positionsPerSymbol.initial,
    coverManualShorts: stored?.coverManualShorts ?? false,
    entryHours: stored === undefined ? null : entryHoursFrom(stored),
    account: stored === undefined ? NO_ACCOUNT_LIMITS : accountLimitsFrom(stored),
  }
}

function entryHoursFrom({ entryDays, entryFromMinute, entryToMinute }: StoredRiskLimits): EntryHours | null {
  if (entryDays === null || entryFromMinute === null || entryToMinute === null) return null
  return { days: entryDays, fromMinute: entryFromMinute, toMinute: entryToMinute }
}

/** The row that holds these limits; per cent to the nearest basis point. */
export function storedRiskLimits(limits: RiskLimits): StoredRiskLimits {
  return {
    capital: limits.capital,
    dailyLossBp: Math.round(limits.dailyLossCapPct * BP_PER_PCT),
    maxEntries: limits.maxEntriesPerSymbol,
    maxPositions: limits.maxPositionsPerSymbol,
    coverManualShorts: limits.coverManualShorts,
    entryDays: limits.entryHours?.days ?? null,
    entryFromMinute: limits.entryHours?.fromMinute ?? null,
    entryToMinute: limits.entryHours?.toMinute ?? null,
    ...storedAccountLimits(limits.account),
  }
}
