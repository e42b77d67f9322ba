// @invariant kill-switch A committed kill switch lets no entry claim pass, and no claimed entry leaves once the
//   switch is known; exits always go.
// @invariant live-edge
// @invariant loosening-waits
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { limitsInForce, strategyInForce, type PendingValue } from '@strikewise/domain/trading/pending-settings.ts'
import type { Strategy } from '@strikewise/domain/trading/trade-settings.ts'
import { riskLimitsFrom, type StoredRiskLimits } from '@strikewise/domain/trading/user-limits.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import { rowsOf, type Queryable, type PreparedStatement } from './statement.ts'

const PAISE_PER_RUPEE = 100

interface FactsRow {
  readonly account: string
  readonly plan: Plan | null
  readonly planExpiresAt: EpochMs | null
  readonly mode: AccountFacts['link']['mode'] | null
  readonly connected: boolean | null
  readonly loginAt: EpochMs | null
  readonly egressAddress: string | null
  readonly consentGiven: boolean | null
  readonly limits: StoredRiskLimits | null
  readonly strategies: readonly Strategy[] | null
  /** What of pending values has taken effect. */
  readonly due: readonly PendingValue[] | null
  readonly registeredLogic: AccountFacts['registeredLogic'] | null
  readonly stopUser: boolean
  readonly stopGlobal: boolean
}

/** Column of `risk_settings` by risk limit: a limit without one does not compile. */
const LIMIT_COLUMNS: Readonly<Record<keyof StoredRiskLimits, string>> = {
  capital: 'capital_paise',
  dailyLossBp: 'daily_loss_cap_bp',
  maxEntries: 'max_entries_per_symbol',
  maxPositions: 'max_positions_per_symbol',
  coverManualShorts: 'cover_manual_shorts',
  entryDays: 'entry_days',
  entryFromMinute: 'entry_from_minute',
  entryToMinute: 'entry_to_minute',
  tradesPerDay: 'max_trades_per_day',
  lossPauseMinutes: 'pause_after_loss_minutes',
  lossesInRow: 'max_losses_in_row',
  profitLockFrom: 'profit_lock_from_paise',
  profitLockKeepPct: 'profit_lock_keep_pct',
  weeklyLoss: 'weekly_loss_paise',
  drawdownLimit: 'drawdown_paise',
  drawdownSince: 'drawdown_since',
}
const LIMIT_FIELDS = Object.entries(LIMIT_COLUMNS)
  .map(([limit, column]) => `'${limit}', k.${column}`)
  .join(', ')

const FACTS: PreparedStatement = {
  name: 'account_facts',
  text: `
    select to_json(r) as row
    from (
      select
        p.user_id as "account",
        p.plan as "plan",
        floor(extract(epoch from p.plan_expiry) * 1000)::bigint as "planExpiresAt",
        l.mode as "mode",
        l.connected as "connected",
        floor(extract(epoch from l.login_at) * 1000)::bigint as "loginAt",
        l.egress_address as "egressAddress",
        t.consent_given and (
          l.mode is distinct from 'live' or exists (
            select from (
              select c.given from consents c
              where c.user_id = p.user_id and c.kind = 'live_edge'
              order by c.id desc limit 1
            ) newest where newest.given
          )
        ) as "consentGiven",
        (
          select json_build_object(${LIMIT_FIELDS})
          from risk_settings k
          where k.user_id = p.user_id
        ) as "limits",
        (
          select json_agg(json_build_object(
            'symbol', s.symbol,
            'lots', s.lots,
            'autoExecute', s.auto_execute,
            'approvalSeconds', s.approval_seconds,
            'trailing', s.tsl_enabled,
            'slBuffer', s.sl_buffer_rupees
          ))
          from strategies s
          where s.user_id = p.user_id
        ) as "strategies",
        (
          select json_agg(json_build_object('setting', d.setting, 'symbol', d.symbol, 'value', d.value))
          from pending_settings d
          where d.user_id = p.user_id and d.effective_at <= $2
        ) as "due",
        (
          select json_agg(json_build_object('configHash', g.config_hash, 'identifier', g.identifier))
          from registered_logic g
          where g.identifier is not null
            and (g.from_day is null or g.from_day <= (to_timestamp($2::bigint / 1000) at time zone 'Asia/Kolkata')::date)
            and (g.to_day is null or g.to_day >= (to_timestamp($2::bigint / 1000) at time zone 'Asia/Kolkata')::date)
        ) as "registeredLogic",
        exists (select from kill_switches w where w.scope = p.user_id and w.engaged) as "stopUser",
        exists (select from kill_switches w where w.scope = 'global' and w.engaged) as "stopGlobal"
      from profiles p
      left join broker_links l on l.user_id = p.user_id
      left join trade_settings t on t.user_id = p.user_id
      where p.user_id = any ($1::text[])
    ) r`,
}

/**
 * Everything the pre-trade check asks of the store about each account at `at`, an instant of the market's clock: a setting that is
 * to be looser later is so from its own instant on, whatever job has run. An unknown user is missing. What cannot be read throws,
 * and the claim with it: then nothing is sent.
 */
export async function accountFacts(
  db: Queryable,
  accounts: readonly string[],
  at: EpochMs,
): Promise<ReadonlyMap<string, AccountFacts>> {
  const rows = await rowsOf<FactsRow>(db, FACTS, [accounts, at])
  return new Map(rows.map((row) => [row.account, factsFrom(row)]))
}

function factsFrom(row: FactsRow): AccountFacts {
  const due = row.due ?? []
  const { coverManualShorts, entryHours, ...risk } = limitsInForce(riskLimitsFrom(row.limits ?? undefined), due)
  return {
    userId: row.account,
    // A record without a plan has the rights of starter: it may trade nothing.
    plan: row.plan ?? 'starter',
    planExpiresAt: row.planExpiresAt,
    consentGiven: row.consentGiven ?? false,
    strategies: (row.strategies ?? []).map((stored) => {
      const { slBuffer, ...strategy } = strategyInForce(stored, due)
      return { ...strategy, slBuffer: (slBuffer * PAISE_PER_RUPEE) as Paise }
    }),
    risk,
    coverManualShorts,
    entryHours,
    link: {
      mode: row.mode ?? 'paper',
      connected: row.connected ?? false,
      loginAt: row.loginAt,
      egressAddress: row.egressAddress,
    },
    registeredLogic: row.registeredLogic ?? [],
    killSwitch: { user: row.stopUser, global: row.stopGlobal },
  }
}
