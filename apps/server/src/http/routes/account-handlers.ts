import { can, effectivePlan } from '@strikewise/plans/entitlements.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import type { TradeSettingsReply } from '@strikewise/wire/account.ts'
import { recordAccountChange } from '../../accounts/record-account-change.ts'
import { meOf } from '../me.ts'
import { tradedSymbols, type Profile } from '../../accounts/profiles.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { listingOf, saveListing } from '../../public/top-traders.ts'
import { liveEdgeOf } from '../../settings/live-edge.ts'
import { lockSettings } from '../../settings/lock-settings.ts'
import { increasesRisk, increasesTrading } from '../../settings/risk-increase.ts'
import { loadRiskSettings, saveRiskSettings } from '../../settings/risk-settings.ts'
import { loadTradeSettings, saveTradeSettings } from '../../settings/trade-settings.ts'
import { loadKillSwitches, setKillSwitch } from '../../kill-switch/kill-switch.ts'
import type { UserScopedRow } from '../../store/user-scoped-db.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names =
  | 'me'
  | 'saveLanguage'
  | 'tradeSettings'
  | 'saveTradeSettings'
  | 'saveRiskSettings'
  | 'setStop'
  | 'listing'
  | 'saveListing'

export function accountHandlers(parts: UserDependencies): Handlers<Names> {
  const { config, clock, bus, views, market, logger } = parts
  /** Tells the other roles to read this user's rows again, and this one to ask the store at the next call. */
  const changed = (userId: string) => bus.publish(`account.${userId}`, null)

  const canTradeInParallel = ({ plan }: Profile) => can(plan, 'parallel_trades', clock.now())

  const armingOf = ({ link }: Profile) => ({ link, policy: config.liveWithoutEdge })

  const settingsOf = async (db: UserScopedRow, userId: string, profile: Profile): Promise<TradeSettingsReply> => {
    const allowed = tradedSymbols(profile, clock.now())
    const parallel = canTradeInParallel(profile)
    const [settings, risk, live_edge] = await Promise.all([
      loadTradeSettings(db, userId, allowed),
      loadRiskSettings(db, userId, parallel),
      liveEdgeOf(db, userId, armingOf(profile)),
    ])
    const plan = effectivePlan(profile.plan, clock.now())
    const strategies = settings.strategies.map((row) => ({ ...row, ...market.estimate(plan, row.symbol) }))
    return { ...settings, strategies, parallel_trades: parallel, live_edge, risk }
  }

  return {
    me: ({ caller, profile, userDb, operator }) =>
      userDb.read((db) => meOf({ config, clock, db }, caller, profile, operator)),

    async saveLanguage({ caller, userDb, body: { language } }) {
      await userDb.write((db) =>
        db.updateTable('identity_users').set({ language }).where('id', '=', caller.userId).execute(),
      )
      changed(caller.userId)
      return { language }
    },

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
      const rights = { parallel: canTradeInParallel(profile), tightenOnly: traded }
      const saved = await userDb.write(async (db) => {
        await lockSettings(db, caller.userId)
        const known = await loadRiskSettings(db, caller.userId, rights.parallel)
        const buysMore = body.cover_manual_shorts && !known.cover_manual_shorts
        const isMore = buysMore || increasesRisk(body, known)
        if (isMore) requireFreshSignIn(caller)
        await saveRiskSettings(db, caller.userId, body, rights)
        if (isMore) await recordAccountChange(db, caller.userId, 'limits_raised')
        return settingsOf(db, caller.userId, profile)
      })
      changed(caller.userId)
      return saved
    },

    async setStop({ caller, userDb, body }) {
      if (!body.on) requireFreshSignIn(caller)
      const stops = await userDb.write(async (db) => {
        await setKillSwitch(db, caller.userId, { engaged: body.on, by: caller.userId, channel: 'web' }, clock.now())
        return loadKillSwitches(db, caller.userId)
      })
      logger.info({ user: caller.userId, on: body.on }, 'stop button')
      changed(caller.userId)
      return stops
    },

    listing: ({ caller, userDb }) => userDb.read((db) => listingOf(db, caller.userId)),

    saveListing: ({ caller, userDb, body }) => userDb.write((db) => saveListing(db, caller.userId, body)),
  }
}
