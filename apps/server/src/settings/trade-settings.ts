import { defaultStrategy } from '@strikewise/domain/trading/trade-settings.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Me, StrategyEntry } from '@strikewise/wire/account.ts'
import { newestConsent, recordConsent } from '../consents/consents.ts'
import { DomainError } from '../domain-error.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { armLive, disarmLive, type Arming } from './live-edge.ts'

export type StoredTradeSettings = Me['trade_settings']

/** The stored rows of `symbols`, at their defaults where nothing was saved yet. */
export async function loadTradeSettings(
  db: UserScopedRow,
  userId: string,
  symbols: readonly IndexSymbol[],
): Promise<StoredTradeSettings> {
  const settings = await db.selectFrom('trade_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const rows = await db.selectFrom('strategies').selectAll().where('user_id', '=', userId).execute()
  return {
    strategies: symbols.map((symbol) => {
      const row = rows.find((candidate) => candidate.symbol === symbol)
      const untouched = defaultStrategy(symbol)
      return {
        symbol,
        lots: row?.lots ?? untouched.lots,
        auto_execute: row?.auto_execute ?? untouched.autoExecute,
        tsl_enabled: row?.tsl_enabled ?? untouched.trailing,
        sl_buffer: row?.sl_buffer_rupees ?? untouched.slBuffer,
      }
    }),
    consentGiven: settings?.consent_given ?? false,
    updatedAt: settings === undefined ? null : istIso(settings.updated_at.getTime() as EpochMs),
  }
}

/** What a user wants their trade settings to be. */
interface RequestedSettings {
  readonly strategies: readonly StrategyEntry[]
  readonly consentGiven: boolean
  readonly edge_acknowledgement?: string | undefined
}

/**
 * Replaces all rows at once. Throws ApiFailure for a symbol that is not `allowed`, auto-execute without consent, and on a
 * live account for what `armLive` asks.
 */
export async function saveTradeSettings(
  db: UserScopedRow,
  userId: string,
  allowed: readonly IndexSymbol[],
  { link, policy }: Arming,
  requested: RequestedSettings,
  now: EpochMs,
): Promise<void> {
  const { strategies, consentGiven } = requested
  const arms = strategies.some((strategy) => strategy.auto_execute)
  const symbols = strategies.map((strategy) => strategy.symbol)
  if (new Set(symbols).size !== symbols.length) throw new DomainError({ code: 'problem.invalid_input.symbol_twice' })
  const foreign = symbols.find((symbol) => !allowed.includes(symbol))
  if (foreign !== undefined) throw new DomainError({ code: 'problem.symbol_not_in_plan', symbol: foreign })
  if (!consentGiven && arms) throw new DomainError({ code: 'problem.consent_required' })
  if (!arms) await disarmLive(db, userId, now)
  else if (link === 'live') await armLive(db, userId, policy, requested.edge_acknowledgement, now)
  if ((await newestConsent(db, userId, 'auto_execute'))?.given !== consentGiven)
    await recordConsent(db, userId, ['auto_execute'], consentGiven, now)
  const settings = { consent_given: consentGiven, updated_at: new Date(now) }
  await db
    .insertInto('trade_settings')
    .values({ user_id: userId, ...settings })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings))
    .execute()
  await db.deleteFrom('strategies').where('user_id', '=', userId).execute()
  await db
    .insertInto('strategies')
    .values(
      strategies.map((strategy) => ({
        user_id: userId,
        symbol: strategy.symbol,
        lots: strategy.lots,
        auto_execute: strategy.auto_execute,
        tsl_enabled: strategy.tsl_enabled,
        sl_buffer_rupees: strategy.sl_buffer,
      })),
    )
    .execute()
}
