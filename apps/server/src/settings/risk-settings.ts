// @invariant one-position-per-index
import { paiseFromRupees, rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import {
  riskLimitsFrom,
  storedRiskLimits,
  USER_LIMITS,
  type RiskLimits,
} from '@strikewise/domain/trading/user-limits.ts'
import { DomainError } from '../domain-error.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { accountLimitSettings, accountLimitsOf } from './account-limits.ts'
import { increasesRisk } from './risk-increase.ts'
import { entryHoursOf, entryHoursSetting, type RiskSettingsInForce } from './risk-settings-in-force.ts'

/** The positions a symbol of a plan without parallel trades. */
const WITHOUT_PARALLEL = USER_LIMITS.positionsPerSymbol.initial

/** What of the limits depends on the user's plan. */
export interface RiskRights {
  /** Parallel trades. */
  readonly parallel: boolean
  /** Entry hours of the user's own. */
  readonly timeFilter: boolean
}

/** The limits as they bind: without `parallel` one position a symbol, without `timeFilter` no entry hours of the user's own. */
export async function loadRiskSettings(
  db: UserScopedRow,
  userId: string,
  { parallel, timeFilter }: RiskRights,
): Promise<RiskSettingsInForce> {
  const limits = await storedLimits(db, userId)
  return {
    capital: limits.capital === null ? null : rupeesFromPaise(limits.capital),
    daily_loss_cap_pct: limits.dailyLossCapPct,
    max_entries_per_symbol: limits.maxEntriesPerSymbol,
    max_positions_per_symbol: parallel ? limits.maxPositionsPerSymbol : WITHOUT_PARALLEL,
    cover_manual_shorts: limits.coverManualShorts,
    entry_hours: timeFilter ? entryHoursSetting(limits.entryHours) : null,
    ...accountLimitSettings(limits.account),
  }
}

/** The limits as they are stored, whatever the plan. */
async function storedLimits(db: UserScopedRow, userId: string): Promise<RiskLimits> {
  const row = await db
    .selectFrom('risk_settings')
    .select([
      'capital_paise as capital',
      'daily_loss_cap_bp as dailyLossBp',
      'max_entries_per_symbol as maxEntries',
      'max_positions_per_symbol as maxPositions',
      'cover_manual_shorts as coverManualShorts',
      'entry_days as entryDays',
      'entry_from_minute as entryFromMinute',
      'entry_to_minute as entryToMinute',
      'max_trades_per_day as tradesPerDay',
      'pause_after_loss_minutes as lossPauseMinutes',
      'max_losses_in_row as lossesInRow',
      'profit_lock_from_paise as profitLockFrom',
      'profit_lock_keep_pct as profitLockKeepPct',
      'weekly_loss_paise as weeklyLoss',
      'drawdown_paise as drawdownLimit',
      'drawdown_since as drawdownSince',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return riskLimitsFrom(
    row && {
      ...row,
      capital: row.capital as Paise | null,
      profitLockFrom: row.profitLockFrom as Paise | null,
      weeklyLoss: row.weeklyLoss as Paise | null,
      drawdownLimit: row.drawdownLimit as Paise | null,
    },
  )
}

/** What bears on a change of the limits. */
interface RiskChange {
  readonly rights: RiskRights
  /** The user has traded today, and a day's limits have no override within the day (signals reference §3.5). */
  readonly tightenOnly: boolean
  readonly today: IstDate
}

/** Replaces the limits. Throws DomainError for what the plan does not contain, and for what `tightenOnly` forbids. */
export async function saveRiskSettings(
  db: UserScopedRow,
  userId: string,
  requested: RiskSettingsInForce,
  { rights, tightenOnly, today }: RiskChange,
): Promise<void> {
  if (!rights.parallel && requested.max_positions_per_symbol > WITHOUT_PARALLEL)
    throw new DomainError({ code: 'problem.upgrade_required.parallel' })
  if (!rights.timeFilter && requested.entry_hours !== null)
    throw new DomainError({ code: 'problem.upgrade_required.time_filter' })
  const known = await loadRiskSettings(db, userId, rights)
  if (tightenOnly && increasesRisk(requested, known)) throw new DomainError({ code: 'problem.only_tighter_today' })
  const stored = storedRiskLimits({
    capital: requested.capital === null ? null : paiseFromRupees(requested.capital),
    dailyLossCapPct: requested.daily_loss_cap_pct,
    maxEntriesPerSymbol: requested.max_entries_per_symbol,
    maxPositionsPerSymbol: requested.max_positions_per_symbol,
    coverManualShorts: requested.cover_manual_shorts,
    entryHours: entryHoursOf(requested.entry_hours),
    account: accountLimitsOf(requested, (await storedLimits(db, userId)).account.drawdown, today),
  })
  const values = {
    capital_paise: stored.capital,
    daily_loss_cap_bp: stored.dailyLossBp,
    max_entries_per_symbol: stored.maxEntries,
    max_positions_per_symbol: stored.maxPositions,
    cover_manual_shorts: stored.coverManualShorts,
    max_trades_per_day: stored.tradesPerDay,
    pause_after_loss_minutes: stored.lossPauseMinutes,
    max_losses_in_row: stored.lossesInRow,
    profit_lock_from_paise: stored.profitLockFrom,
    profit_lock_keep_pct: stored.profitLockKeepPct,
    weekly_loss_paise: stored.weeklyLoss,
    drawdown_paise: stored.drawdownLimit,
    drawdown_since: stored.drawdownSince,
    // A plan without the time filter shows none: what was stored before is kept for the plan that has it again.
    ...(rights.timeFilter && {
      entry_days: stored.entryDays === null ? null : [...stored.entryDays],
      entry_from_minute: stored.entryFromMinute,
      entry_to_minute: stored.entryToMinute,
    }),
  }
  await db
    .insertInto('risk_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}
