// @invariant loosening-waits
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { splitStrategy } from '@strikewise/domain/trading/looser-settings.ts'
import { strategyInForce, type PendingValue } from '@strikewise/domain/trading/pending-settings.ts'
import { defaultStrategy, type Strategy } from '@strikewise/domain/trading/trade-settings.ts'
import type { Me, StrategyEntry } from '@strikewise/wire/account.ts'
import type { Selectable } from 'kysely'
import { newestConsent, recordConsent } from '../consents/consents.ts'
import { DomainError } from '../domain-error.ts'
import type { Caller } from '../identity/caller.ts'
import { requireFreshSignIn } from '../identity/fresh-sign-in.ts'
import type { Database } from '../store/database.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { armLive, disarmLive, type Arming } from './live-edge.ts'
import { lockSettings } from './lock-settings.ts'
import {
  dropPendingArming,
  loadPendingSettings,
  looserFrom,
  replacePendingSettings,
  type SettingKey,
} from './pending-settings.ts'

export type StoredTradeSettings = Me['trade_settings']

/**
 * The settings of `symbols` in force, with what is `due` of those that were to take effect later; at their defaults where nothing
 * was saved yet.
 */
export async function loadTradeSettings(
  db: UserScopedRow,
  userId: string,
  symbols: readonly IndexSymbol[],
  due: readonly PendingValue[],
): Promise<StoredTradeSettings> {
  const settings = await db.selectFrom('trade_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const rows = await db.selectFrom('strategies').selectAll().where('user_id', '=', userId).execute()
  return {
    strategies: symbols.map((symbol) => {
      const row = rows.find((candidate) => candidate.symbol === symbol)
      const stored = row === undefined ? defaultStrategy(symbol) : storedStrategy(row)
      return strategyEntryOf(strategyInForce(stored, due))
    }),
    consentGiven: settings?.consent_given ?? false,
    updatedAt: settings === undefined ? null : istIso(settings.updated_at.getTime() as EpochMs),
  }
}

type StrategyRow = Pick<
  Selectable<Database['strategies']>,
  'symbol' | 'lots' | 'auto_execute' | 'approval_seconds' | 'tsl_enabled' | 'sl_buffer_rupees'
>

/** A stored row as rules read it. */
export function storedStrategy(row: StrategyRow): Strategy {
  const { symbol, lots, auto_execute: autoExecute, approval_seconds: approvalSeconds } = row
  return { symbol, lots, autoExecute, approvalSeconds, trailing: row.tsl_enabled, slBuffer: row.sl_buffer_rupees }
}

/** What is left out stays as it is in force: a client that does not know approvals ends none. */
function strategyOf(entry: StrategyEntry, inForce: StrategyEntry): Strategy {
  const { symbol, lots, auto_execute: autoExecute, tsl_enabled: trailing, sl_buffer: slBuffer } = entry
  const approvalSeconds = entry.approval_seconds === undefined ? inForce.approval_seconds : entry.approval_seconds
  return { symbol, lots, autoExecute, approvalSeconds: approvalSeconds ?? null, trailing, slBuffer }
}

function strategyEntryOf({ symbol, lots, autoExecute, approvalSeconds, trailing, slBuffer }: Strategy): StrategyEntry {
  return {
    symbol,
    lots,
    auto_execute: autoExecute,
    approval_seconds: approvalSeconds,
    tsl_enabled: trailing,
    sl_buffer: slBuffer,
  }
}

/** What a user wants their trade settings to be. */
interface RequestedSettings {
  readonly strategies: readonly StrategyEntry[]
  readonly consentGiven: boolean
  readonly edge_acknowledgement?: string | undefined
}

/**
 * Replaces all rows: what is tighter at once, what is looser when `looserFrom` allows it. Answers whether anything is looser.
 * Throws DomainError for a symbol that is not `allowed`, auto-execute without consent, anything looser without a fresh sign-in,
 * arming a paper
 * account where paper is off, and on a live account for what `armLive` asks.
 */
export async function changeTradeSettings(
  db: UserScopedRow,
  caller: Caller,
  allowed: readonly IndexSymbol[],
  { link, policy, isPaperOff }: Arming,
  requested: RequestedSettings,
  now: EpochMs,
): Promise<boolean> {
  const { userId } = caller
  const { consentGiven } = requested
  requireValid(requested, allowed)
  await lockSettings(db, userId)
  const { due, waiting } = await loadPendingSettings(db, userId, now)
  const { strategies: inForce } = await loadTradeSettings(db, userId, allowed, due)
  const changes = requested.strategies.map((entry) => {
    const { symbol } = entry
    const known = inForce.find((row) => row.symbol === symbol)!
    const armedLater = waiting.some((one) => one.symbol === symbol && one.setting === 'autoExecute' && one.value)
    const requested = strategyOf(entry, known)
    return { symbol, requested, ...splitStrategy(requested, strategyOf(known, known), armedLater) }
  })
  const looser = changes.flatMap(({ symbol, looser: values }) =>
    Object.entries(values).map(([setting, value]) => ({ setting, symbol, value }) as PendingValue),
  )
  const isLooser = looser.length > 0
  const arms = looser.some(({ setting, value }) => setting === 'autoExecute' && value)
  if (arms && link === 'paper' && isPaperOff) throw new DomainError({ code: 'problem.paper_not_offered.arming' })
  if (isLooser) requireFreshSignIn(caller)
  const effectiveAt = isLooser ? await looserFrom(db, userId, now) : now
  await recordArming(db, userId, { link, policy }, requested, now)
  await saveStrategies(
    db,
    userId,
    changes.map(({ requested: all, atOnce }) => (effectiveAt > now ? atOnce : all)),
    { consent_given: consentGiven, updated_at: new Date(now) },
  )
  const changed = changes.flatMap(({ symbol, changed: names }) =>
    names.map((setting) => ({ setting, symbol }) as SettingKey),
  )
  // What is left out goes back to its default, which is not armed.
  const isLeftOut = ({ symbol }: SettingKey) => symbol !== null && changes.every((one) => one.symbol !== symbol)
  const settled = [...changed, ...due.filter(({ symbol }) => symbol !== null), ...waiting.filter(isLeftOut)]
  await replacePendingSettings(db, userId, { settled, looser, askedAt: now, effectiveAt })
  if (!consentGiven) await dropPendingArming(db, userId)
  return isLooser
}

function requireValid({ strategies, consentGiven }: RequestedSettings, allowed: readonly IndexSymbol[]): void {
  const symbols = strategies.map((strategy) => strategy.symbol)
  if (new Set(symbols).size !== symbols.length) throw new DomainError({ code: 'problem.invalid_input.symbol_twice' })
  const foreign = symbols.find((symbol) => !allowed.includes(symbol))
  if (foreign !== undefined) throw new DomainError({ code: 'problem.symbol_not_in_plan', symbol: foreign })
  if (!consentGiven && isArming(strategies)) throw new DomainError({ code: 'problem.consent_required' })
}

const isArming = (strategies: readonly StrategyEntry[]) => strategies.some((strategy) => strategy.auto_execute)

/** The consents that the settings need, or no longer have. */
async function recordArming(
  db: UserScopedRow,
  userId: string,
  { link, policy }: Omit<Arming, 'isPaperOff'>,
  { strategies, consentGiven, edge_acknowledgement }: RequestedSettings,
  now: EpochMs,
): Promise<void> {
  if (!isArming(strategies)) await disarmLive(db, userId, now)
  else if (link === 'live') await armLive(db, userId, policy, edge_acknowledgement, now)
  if ((await newestConsent(db, userId, 'auto_execute'))?.given !== consentGiven)
    await recordConsent(db, userId, ['auto_execute'], consentGiven, now)
}

async function saveStrategies(
  db: UserScopedRow,
  userId: string,
  strategies: readonly Strategy[],
  settings: { consent_given: boolean; updated_at: Date },
): Promise<void> {
  await db
    .insertInto('trade_settings')
    .values({ user_id: userId, ...settings })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings))
    .execute()
  await db.deleteFrom('strategies').where('user_id', '=', userId).execute()
  await db
    .insertInto('strategies')
    .values(
      strategies.map(({ symbol, lots, autoExecute, approvalSeconds, trailing, slBuffer }) => ({
        user_id: userId,
        symbol,
        lots,
        auto_execute: autoExecute,
        approval_seconds: approvalSeconds,
        tsl_enabled: trailing,
        sl_buffer_rupees: slBuffer,
      })),
    )
    .execute()
}
