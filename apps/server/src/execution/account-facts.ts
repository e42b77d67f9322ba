import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { DEFAULT_DAY_CAP_PCT } from '@strikewise/domain/trading/day-cap.ts'
import type { AccountFacts } from '@strikewise/execution/gate/facts.ts'
import type { Kysely } from 'kysely'
import { EVERYBODY } from '../stop/stop-switch.ts'
import type { Database } from '../store/database.ts'

/** Entries a symbol and day until the user says otherwise (signals reference §3.1). */
const DEFAULT_MAX_ENTRIES = 3
const BP_PER_PCT = 100
const PAISE_PER_RUPEE = 100

/**
 * Everything the gate asks of the store about one account, read on the claim's own connection. Null when the user is
 * unknown. What cannot be read throws, and the claim with it: then nothing is sent.
 */
export async function accountFacts(db: Kysely<Database>, account: string): Promise<AccountFacts | null> {
  const row = await db
    .selectFrom('profiles')
    .leftJoin('broker_links', 'broker_links.user_id', 'profiles.user_id')
    .leftJoin('trade_settings', 'trade_settings.user_id', 'profiles.user_id')
    .leftJoin('risk_settings', 'risk_settings.user_id', 'profiles.user_id')
    .select([
      'profiles.plan',
      'profiles.plan_expiry',
      'broker_links.mode',
      'broker_links.connected',
      'broker_links.login_at',
      'broker_links.egress_address',
      'trade_settings.consent_given',
      'risk_settings.capital_paise',
      'risk_settings.daily_loss_cap_bp',
      'risk_settings.max_entries_per_symbol',
    ])
    .where('profiles.user_id', '=', account)
    .executeTakeFirst()
  if (row === undefined) return null
  const strategies = await db.selectFrom('strategies').selectAll().where('user_id', '=', account).execute()
  const switches = await db
    .selectFrom('stop_switches')
    .select(['scope', 'engaged'])
    .where('scope', 'in', [account, EVERYBODY])
    .execute()
  const isEngaged = (scope: string) => switches.some((one) => one.scope === scope && one.engaged)
  return {
    userId: account,
    plan: row.plan,
    planExpiresAt: instant(row.plan_expiry),
    consentGiven: row.consent_given ?? false,
    strategies: strategies.map((strategy) => ({
      symbol: strategy.symbol,
      lots: strategy.lots,
      autoExecute: strategy.auto_execute,
      trailing: strategy.tsl_enabled,
      slBuffer: (strategy.sl_buffer_rupees * PAISE_PER_RUPEE) as Paise,
    })),
    risk: {
      capital: row.capital_paise as Paise | null,
      dailyLossCapPct: row.daily_loss_cap_bp === null ? DEFAULT_DAY_CAP_PCT : row.daily_loss_cap_bp / BP_PER_PCT,
      maxEntriesPerSymbol: row.max_entries_per_symbol ?? DEFAULT_MAX_ENTRIES,
    },
    link: {
      mode: row.mode ?? 'paper',
      connected: row.connected ?? false,
      loginAt: instant(row.login_at),
      egressAddress: row.egress_address,
    },
    stop: { user: isEngaged(account), global: isEngaged(EVERYBODY) },
  }
}

function instant(date: Date | null): EpochMs | null {
  return date === null ? null : (date.getTime() as EpochMs)
}
