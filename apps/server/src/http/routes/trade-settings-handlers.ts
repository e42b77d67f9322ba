import { can, effectivePlan } from '@strikewise/plans/entitlements.ts'
import type { TradeSettingsReply } from '@strikewise/wire/account.ts'
import { recordAccountChange } from '../../accounts/record-account-change.ts'
import { tradedSymbols, type Profile } from '../../accounts/profiles.ts'
import { DomainError } from '../../domain-error.ts'
import { foreignTradesReply } from '../../settings/foreign-trades-reply.ts'
import { liveEdgeOf } from '../../settings/live-edge.ts'
import { lockSettings } from '../../settings/lock-settings.ts'
import { pendingReplyOf, settingKeyOf } from '../../settings/pending-reply.ts'
import { dropPendingSettings, loadPendingSettings } from '../../settings/pending-settings.ts'
import { riskSettingsOf } from '../../settings/risk-settings-in-force.ts'
import { bindingLimits, changeRiskLimits, loadRiskLimits, type RiskRights } from '../../settings/risk-settings.ts'
import { changeTradeSettings, loadTradeSettings } from '../../settings/trade-settings.ts'
import type { UserScopedRow } from '../../store/user-scoped-db.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names = 'tradeSettings' | 'saveTradeSettings' | 'saveRiskSettings' | 'withdrawPendingSetting'

/** How a user's account trades: strategies, and the limits that bound them. */
export function tradeSettingsHandlers(parts: UserDependencies): Handlers<Names> {
  const { config, clock, bus, market, logger } = parts
  /** Notifies the other roles to reload this user's rows, and this one to ask the store at the next call. */
  const changed = (userId: string) => bus.publish(`account.${userId}`, null)

  const rightsOf = ({ plan }: Profile): RiskRights => ({
    parallel: can(plan, 'parallel_trades', clock.now()),
    timeFilter: can(plan, 'time_filter', clock.now()),
  })

  const armingOf = ({ link }: Profile) => ({
    link,
    policy: config.liveWithoutEdge,
    isPaperOff: config.brokers.paper === undefined,
  })

  const settingsOf = async (db: UserScopedRow, userId: string, profile: Profile): Promise<TradeSettingsReply> => {
    const now = clock.now()
    const allowed = tradedSymbols(profile, now)
    const rights = rightsOf(profile)
    const { due, waiting } = await loadPendingSettings(db, userId, now)
    const [settings, limits, live_edge, own_trades] = await Promise.all([
      loadTradeSettings(db, userId, allowed, due),
      loadRiskLimits(db, userId, due),
      liveEdgeOf(db, userId, armingOf(profile)),
      foreignTradesReply(db, userId, now),
    ])
    const plan = effectivePlan(profile.plan, now)
    const strategies = settings.strategies.map((row) => ({ ...row, ...market.estimate(plan, row.symbol) }))
    const { parallel: parallel_trades, timeFilter: time_filter } = rights
    const risk = riskSettingsOf(bindingLimits(limits, rights))
    // Of what the plan does not have nothing is shown as pending either.
    const pending = waiting
      .filter(({ symbol }) => symbol === null || allowed.includes(symbol))
      .filter(({ setting }) => setting !== 'entryHours' || time_filter)
      .filter(({ setting }) => setting !== 'maxPositionsPerSymbol' || parallel_trades)
      .map(pendingReplyOf)
    return { ...settings, strategies, parallel_trades, time_filter, live_edge, own_trades, risk, pending }
  }

  return {
    tradeSettings: ({ caller, profile, userDb }) => userDb.read((db) => settingsOf(db, caller.userId, profile)),

    async saveTradeSettings({ caller, profile, userDb, body }) {
      const allowed = tradedSymbols(profile, clock.now())
      const saved = await userDb.write(async (db) => {
        const isLooser = await changeTradeSettings(db, caller, allowed, armingOf(profile), body, clock.now())
        if (isLooser) await recordAccountChange(db, caller.userId, 'limits_raised')
        return settingsOf(db, caller.userId, profile)
      })
      const armed = saved.strategies.filter((strategy) => strategy.auto_execute).map((strategy) => strategy.symbol)
      logger.info({ user: caller.userId, armed, consent: body.consentGiven }, 'trade settings saved')
      changed(caller.userId)
      return saved
    },

    async saveRiskSettings({ caller, profile, userDb, body }) {
      const saved = await userDb.write(async (db) => {
        const isLooser = await changeRiskLimits(db, caller, body, rightsOf(profile), clock.now())
        if (isLooser) await recordAccountChange(db, caller.userId, 'limits_raised')
        return settingsOf(db, caller.userId, profile)
      })
      changed(caller.userId)
      return saved
    },

    async withdrawPendingSetting({ caller, profile, userDb, body }) {
      const { userId } = caller
      const saved = await userDb.write(async (db) => {
        await lockSettings(db, userId)
        const key = settingKeyOf(body.setting, body.symbol ?? null)
        const { waiting } = await loadPendingSettings(db, userId, clock.now())
        const isWaiting = waiting.some(({ setting, symbol }) => setting === key.setting && symbol === key.symbol)
        if (!isWaiting) throw new DomainError({ code: 'problem.not_found.pending_change' })
        await dropPendingSettings(db, userId, [key])
        return settingsOf(db, userId, profile)
      })
      changed(userId)
      return saved
    },
  }
}
