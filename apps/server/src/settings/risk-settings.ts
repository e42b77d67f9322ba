// @invariant one-position-per-index
import { paiseFromRupees, rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { riskLimitsFrom, storedRiskLimits, USER_LIMITS } from '@strikewise/domain/trading/user-limits.ts'
import type { RiskSettings } from '@strikewise/wire/account.ts'
import { DomainError } from '../domain-error.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { increasesRisk } from './risk-increase.ts'

/** The positions a symbol of a plan without parallel trades. */
const WITHOUT_PARALLEL = USER_LIMITS.positionsPerSymbol.initial

/** The limits as they bind: without `parallel`, the plan's right to parallel trades, one position a symbol. */
export async function loadRiskSettings(db: UserScopedRow, userId: string, parallel: boolean): Promise<RiskSettings> {
  const row = await db
    .selectFrom('risk_settings')
    .select([
      'capital_paise as capital',
      'daily_loss_cap_bp as dailyLossBp',
      'max_entries_per_symbol as maxEntries',
      'max_positions_per_symbol as maxPositions',
      'cover_manual_shorts as coverManualShorts',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const limits = riskLimitsFrom(row && { ...row, capital: row.capital as Paise | null })
  return {
    capital: limits.capital === null ? null : rupeesFromPaise(limits.capital),
    daily_loss_cap_pct: limits.dailyLossCapPct,
    max_entries_per_symbol: limits.maxEntriesPerSymbol,
    max_positions_per_symbol: parallel ? limits.maxPositionsPerSymbol : WITHOUT_PARALLEL,
    cover_manual_shorts: limits.coverManualShorts,
  }
}

/** What bears on a change of the limits. */
interface RiskRights {
  /** The plan has parallel trades. */
  readonly parallel: boolean
  /** The user has traded today, and a day's limits have no override within the day (signals reference §3.5). */
  readonly tightenOnly: boolean
}

/** Replaces the limits. Throws DomainError for more positions than the plan has, and for what `tightenOnly` forbids. */
export async function saveRiskSettings(
  db: UserScopedRow,
  userId: string,
  requested: RiskSettings,
  { parallel, tightenOnly }: RiskRights,
): Promise<void> {
  if (!parallel && requested.max_positions_per_symbol > WITHOUT_PARALLEL)
    throw new DomainError({ code: 'problem.upgrade_required.parallel' })
  const known = await loadRiskSettings(db, userId, parallel)
  if (tightenOnly && increasesRisk(requested, known)) throw new DomainError({ code: 'problem.only_tighter_today' })
  const stored = storedRiskLimits({
    capital: requested.capital === null ? null : paiseFromRupees(requested.capital),
    dailyLossCapPct: requested.daily_loss_cap_pct,
    maxEntriesPerSymbol: requested.max_entries_per_symbol,
    maxPositionsPerSymbol: requested.max_positions_per_symbol,
    coverManualShorts: requested.cover_manual_shorts,
  })
  const values = {
    capital_paise: stored.capital,
    daily_loss_cap_bp: stored.dailyLossBp,
    max_entries_per_symbol: stored.maxEntries,
    max_positions_per_symbol: stored.maxPositions,
    cover_manual_shorts: stored.coverManualShorts,
  }
  await db
    .insertInto('risk_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}
