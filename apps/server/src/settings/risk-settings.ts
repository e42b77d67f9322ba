// @invariant one-position-per-index
import { paiseFromRupees, rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { DEFAULT_DAILY_LOSS_LIMIT_PCT } from '@strikewise/domain/trading/daily-loss-limit.ts'
import type { RiskSettings } from '@strikewise/wire/account.ts'
import { DomainError } from '../domain-error.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { increasesRisk } from './risk-increase.ts'

/** Entries a symbol and day, until the user changes it (signals reference §3.1). */
const DEFAULT_MAX_ENTRIES = 3
/** Positions a symbol at a time, until the user changes it (signals reference §3.5). */
const DEFAULT_MAX_POSITIONS = 1
const BP_PER_PCT = 100

const DEFAULTS: RiskSettings = {
  capital: null,
  daily_loss_cap_pct: DEFAULT_DAILY_LOSS_LIMIT_PCT,
  max_entries_per_symbol: DEFAULT_MAX_ENTRIES,
  max_positions_per_symbol: DEFAULT_MAX_POSITIONS,
  cover_manual_shorts: false,
}

/** The limits as they bind: without `parallel`, the plan's right to parallel trades, one position a symbol. */
export async function loadRiskSettings(db: UserScopedRow, userId: string, parallel: boolean): Promise<RiskSettings> {
  const row = await db.selectFrom('risk_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (row === undefined) return DEFAULTS
  return {
    capital: row.capital_paise === null ? null : rupeesFromPaise(row.capital_paise as Paise),
    daily_loss_cap_pct: row.daily_loss_cap_bp / BP_PER_PCT,
    max_entries_per_symbol: row.max_entries_per_symbol,
    max_positions_per_symbol: parallel ? row.max_positions_per_symbol : DEFAULT_MAX_POSITIONS,
    cover_manual_shorts: row.cover_manual_shorts,
  }
}

/** What bears on a change of the limits. */
interface RiskRights {
  /** The plan has parallel trades. */
  readonly parallel: boolean
  /** The user has traded today, and a day's limits have no override within the day (signals reference §3.5). */
  readonly tightenOnly: boolean
}

/** Replaces the limits. Throws ApiFailure for more positions than the plan has, and for what `tightenOnly` forbids. */
export async function saveRiskSettings(
  db: UserScopedRow,
  userId: string,
  wanted: RiskSettings,
  { parallel, tightenOnly }: RiskRights,
): Promise<void> {
  if (!parallel && wanted.max_positions_per_symbol > DEFAULT_MAX_POSITIONS)
    throw new DomainError({ code: 'problem.upgrade_required.parallel' })
  const known = await loadRiskSettings(db, userId, parallel)
  if (tightenOnly && increasesRisk(wanted, known)) throw new DomainError({ code: 'problem.only_tighter_today' })
  const values = {
    capital_paise: wanted.capital === null ? null : paiseFromRupees(wanted.capital),
    daily_loss_cap_bp: Math.round(wanted.daily_loss_cap_pct * BP_PER_PCT),
    max_entries_per_symbol: wanted.max_entries_per_symbol,
    max_positions_per_symbol: wanted.max_positions_per_symbol,
    cover_manual_shorts: wanted.cover_manual_shorts,
  }
  await db
    .insertInto('risk_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}
