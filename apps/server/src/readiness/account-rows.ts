import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { limitsInForce, strategyInForce, type PendingValue } from '@strikewise/domain/trading/pending-settings.ts'
import { riskLimitsFrom, type RiskLimits } from '@strikewise/domain/trading/user-limits.ts'
import type { PlanState } from '@strikewise/plans/entitlements.ts'
import type { Kysely } from 'kysely'
import { paperAccountId } from '../accounts/paper-exchange.ts'
import { GLOBAL_SCOPE } from '../kill-switch/kill-switch.ts'
import { storedStrategy } from '../settings/trade-settings.ts'
import type { Database } from '../store/database.ts'

/** What the store holds of a user that bears on the day's trading. */
export interface ReadinessAccount {
  readonly userId: string
  readonly plan: PlanState
  /** Undefined: no account is linked, and no keys are stored. */
  readonly link:
    | {
        readonly mode: LinkMode
        /** The paper account that was opened for the user: there are no keys to enter. */
        readonly openedForUser: boolean
        readonly connected: boolean
        readonly loginAt: EpochMs | null
        readonly tokenExpiresAt: EpochMs | null
        readonly egressAddress: string | null
      }
    | undefined
  readonly consentGiven: boolean
  /** Indices with automatic execution. */
  readonly armed: readonly IndexSymbol[]
  readonly risk: RiskLimits
  readonly killSwitch: { readonly user: boolean; readonly global: boolean }
  readonly isDayLocked: boolean
}

/** The accounts of `userIds` by user, in five statements however many they are. `db` may be the session of one user. */
export async function readinessAccounts(
  db: Kysely<Database>,
  userIds: readonly string[],
  now: EpochMs,
): Promise<readonly ReadinessAccount[]> {
  if (userIds.length === 0) return []
  const profiles = await profileRows(db, userIds)
  const strategies = await db.selectFrom('strategies').selectAll().where('user_id', 'in', userIds).execute()
  const due = await db
    .selectFrom('pending_settings')
    .select(['user_id', 'setting', 'symbol', 'value'])
    .where('user_id', 'in', userIds)
    .where('effective_at', '<=', now)
    .execute()
  const switches = await db
    .selectFrom('kill_switches')
    .select('scope')
    .where('scope', 'in', [...userIds, GLOBAL_SCOPE])
    .where('engaged', '=', true)
    .execute()
  const locks = await db
    .selectFrom('day_locks')
    .select(['account_id', 'mode', 'reason'])
    .where('account_id', 'in', userIds)
    .where('on_day', '=', istDateAt(now))
    .execute()
  const strategiesOf = Map.groupBy(strategies, (row) => row.user_id)
  const dueOf = Map.groupBy(due, (row) => row.user_id)
  const engaged = new Set(switches.map((row) => row.scope))
  const global = engaged.has(GLOBAL_SCOPE)
  return profiles.map((row) => {
    const userId = row.user_id
    const link = linkOf(row)
    const inForce = (dueOf.get(userId) ?? []) as readonly PendingValue[]
    const armed = (strategiesOf.get(userId) ?? [])
      .map((strategy) => strategyInForce(storedStrategy(strategy), inForce))
      .filter(({ autoExecute, lots }) => autoExecute && lots > 0)
    return {
      userId,
      plan: { plan: row.plan, expiresAt: row.plan_expiry === null ? null : instant(row.plan_expiry) },
      link,
      consentGiven: row.consent_given ?? false,
      armed: armed.map(({ symbol }) => symbol),
      risk: limitsInForce(riskOf(row), inForce),
      killSwitch: { user: engaged.has(userId), global },
      isDayLocked: locks.some(
        (lock) => lock.account_id === userId && (lock.reason === 'invariant_broken' || lock.mode === link?.mode),
      ),
    }
  })
}

type ProfileRow = Awaited<ReturnType<typeof profileRows>>[number]

function profileRows(db: Kysely<Database>, userIds: readonly string[]) {
  return db
    .selectFrom('profiles')
    .leftJoin('broker_links', 'broker_links.user_id', 'profiles.user_id')
    .leftJoin('trade_settings', 'trade_settings.user_id', 'profiles.user_id')
    .leftJoin('risk_settings', 'risk_settings.user_id', 'profiles.user_id')
    .select(['profiles.user_id', 'plan', 'plan_expiry', 'consent_given', 'mode', 'connected', 'login_at'])
    .select(['token_expires_at', 'egress_address', 'broker_user_id'])
    .select((row) => row('api_key', 'is not', null).as('has_keys'))
    .select(['capital_paise', 'daily_loss_cap_bp', 'max_entries_per_symbol', 'max_positions_per_symbol'])
    .select(['cover_manual_shorts', 'entry_days', 'entry_from_minute', 'entry_to_minute'])
    .select(['max_trades_per_day', 'pause_after_loss_minutes', 'max_losses_in_row'])
    .select(['profit_lock_from_paise', 'profit_lock_keep_pct', 'weekly_loss_paise', 'drawdown_paise', 'drawdown_since'])
    .where('profiles.user_id', 'in', userIds)
    .execute()
}

function linkOf(row: ProfileRow): ReadinessAccount['link'] {
  if (row.mode === null || !row.has_keys) return undefined
  return {
    mode: row.mode,
    openedForUser: row.broker_user_id === paperAccountId(row.user_id),
    connected: row.connected ?? false,
    loginAt: row.login_at === null ? null : instant(row.login_at),
    tokenExpiresAt: row.token_expires_at === null ? null : instant(row.token_expires_at),
    egressAddress: row.egress_address,
  }
}

function riskOf(row: ProfileRow): RiskLimits {
  // The row is there or it is not: its columns that take no null are null together.
  if (row.daily_loss_cap_bp === null || row.max_entries_per_symbol === null || row.max_positions_per_symbol === null)
    return riskLimitsFrom(undefined)
  return riskLimitsFrom({
    capital: row.capital_paise as Paise | null,
    dailyLossBp: row.daily_loss_cap_bp,
    maxEntries: row.max_entries_per_symbol,
    maxPositions: row.max_positions_per_symbol,
    coverManualShorts: row.cover_manual_shorts ?? false,
    entryDays: row.entry_days,
    entryFromMinute: row.entry_from_minute,
    entryToMinute: row.entry_to_minute,
    tradesPerDay: row.max_trades_per_day,
    lossPauseMinutes: row.pause_after_loss_minutes,
    lossesInRow: row.max_losses_in_row,
    profitLockFrom: row.profit_lock_from_paise as Paise | null,
    profitLockKeepPct: row.profit_lock_keep_pct,
    weeklyLoss: row.weekly_loss_paise as Paise | null,
    drawdownLimit: row.drawdown_paise as Paise | null,
    drawdownSince: row.drawdown_since,
  })
}

function instant(date: Date): EpochMs {
  return date.getTime() as EpochMs
}
