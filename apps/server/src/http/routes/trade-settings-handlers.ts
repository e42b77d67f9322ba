import { can, effectivePlan } from '@strikewise/plans/entitlements.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import type { TradeSettingsReply } from '@strikewise/wire/account.ts'
import { recordAccountChange } from '../../accounts/record-account-change.ts'
import { tradedSymbols, type Profile } from '../../accounts/profiles.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { liveEdgeOf } from '../../settings/live-edge.ts'
import { lockSettings } from '../../settings/lock-settings.ts'
import { increasesRisk, increasesTrading } from '../../settings/risk-increase.ts'
import { completeRiskSettings } from '../../settings/risk-settings-in-force.ts'
import { loadRiskSettings, saveRiskSettings, type RiskRights } from '../../settings/risk-settings.ts'
import { loadTradeSettings, saveTradeSettings } from '../../settings/trade-settings.ts'
import type { UserScopedRow } from '../../store/user-scoped-db.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names = 'tradeSettings' | 'saveTradeSettings' | 'saveRiskSettings'

/** How a user's account trades: strategies, and the limits that bound them. */
export function tradeSettingsHandlers(parts: UserDependencies): Handlers<Names> {
  const { config, clock, bus, views, market, logger } = parts
  /** Notifies the other roles to reload this user's rows, and this one to ask the store at the next call. */
  const changed = (userId: string) => bus.publish(`account.${userId}`, null)

  const rightsOf = ({ plan }: Profile): RiskRights => ({
    parallel: can(plan, 'parallel_trades', clock.now()),
    timeFilter: can(plan, 'time_filter', clock.now()),
  })

  const armingOf = ({ link }: Profile) => ({ link, policy: config.liveWithoutEdge })

  const settingsOf = async (db: UserScopedRow, userId: string, profile: Profile): Promise<TradeSettingsReply> => {
    const allowed = tradedSymbols(profile, clock.now())
    const rights = rightsOf(profile)
    const [settings, risk, live_edge] = await Promise.all([
      loadTradeSettings(db, userId, allowed),
      loadRiskSettings(db, userId, rights),
      liveEdgeOf(db, userId, armingOf(profile)),
    ])
    const plan = effectivePlan(profile.plan, clock.now())
    const strategies = settings.strategies.map((row) => ({ ...row, ...market.estimate(plan, row.symbol) }))
    const { parallel: parallel_trades, timeFilter: time_filter } = rights
    return { ...settings, strategies, parallel_trades, time_filter, live_edge, risk }
  }

  return {
    tradeSettings: ({ caller, profile, userDb }) => userDb.read((db) => settingsOf(db, caller.userId, profile)),

    async saveTradeSettings({ caller, profile, userDb, body }) {
      const allowed = tradedSymbols(profile, clock.now())
      const saved = await userDb.write(async (db) => {
        await lockSettings(db, caller.userId)
        const before = await loadTradeSettings(db, caller.userId, allowed)
        const isMore = increasesTrading(before.strategies, body.strategies)
        if (isMore) requireFreshSignIn(caller)
        await saveTradeSettings(db, caller.userId, allowed, armingOf(profile), body, clock.now())
        if (isMore) await recordAccountChange(db, caller.userId, 'limits_raised')
        return settingsOf(db, caller.userId, profile)
      })
      const armed = body.strategies.filter((strategy) => strategy.auto_execute).map((strategy) => strategy.symbol)
      logger.info({ user: caller.userId, armed, consent: body.consentGiven }, 'trade settings saved')
      changed(caller.userId)
      return saved
    },

    async saveRiskSettings({ caller, profile, userDb, body }) {
      const today = istDateAt(clock.now())
      const session = nseCalendar.sessionOn(today)
      const running = session !== undefined && clock.now() < session.closesAt
      const traded = running && (await views.tradeLogs(caller.userId, today, false)).length > 0
      const rights = rightsOf(profile)
      const saved = await userDb.write(async (db) => {
        await lockSettings(db, caller.userId)
        const known = await loadRiskSettings(db, caller.userId, rights)
        const requested = completeRiskSettings(body, known)
        const isMore = increasesRisk(requested, known)
        if (isMore) requireFreshSignIn(caller)
        await saveRiskSettings(db, caller.userId, requested, { rights, tightenOnly: traded, today })
        if (isMore) await recordAccountChange(db, caller.userId, 'limits_raised')
        return settingsOf(db, caller.userId, profile)
      })
      changed(caller.userId)
      return saved
    },
  }
}
