import { can } from '@strikewise/domain/plans/entitlements.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import type { StrategyEntry, TradeSettingsReply } from '@strikewise/wire/account.ts'
import { meOf } from '../../accounts/me.ts'
import { tradedSymbols, type Profile } from '../../accounts/profiles.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { liveEdgeOf } from '../../settings/live-edge.ts'
import { loadRiskSettings, saveRiskSettings } from '../../settings/risk-settings.ts'
import { loadTradeSettings, saveTradeSettings } from '../../settings/trade-settings.ts'
import { loadStops, setStop } from '../../stop/stop-switch.ts'
import type { Handlers } from '../handler.ts'
import { signUp } from '../sign-up.ts'
import type { WebParts } from '../web-parts.ts'

type Names = 'me' | 'signup' | 'tradeSettings' | 'saveTradeSettings' | 'saveRiskSettings' | 'setStop'

export function accountHandlers(parts: WebParts): Handlers<Names> {
  const { config, db, clock, bus, views, market, logger } = parts
  /** Tells the other roles to read this user's rows again, and this one to ask the store at the next call. */
  const changed = (userId: string) => bus.publish(`account.${userId}`, null)

  const mayTradeParallel = ({ plan }: Profile) => can(plan, 'parallel_trades', clock.now())

  const armingOf = ({ link }: Profile) => ({ link, policy: config.liveWithoutEdge })

  const settingsOf = async (userId: string, profile: Profile): Promise<TradeSettingsReply> => {
    const allowed = tradedSymbols(profile, clock.now())
    const parallel = mayTradeParallel(profile)
    const [settings, risk, live_edge] = await Promise.all([
      loadTradeSettings(db, userId, allowed),
      loadRiskSettings(db, userId, parallel),
      liveEdgeOf(db, userId, armingOf(profile)),
    ])
    const strategies = settings.strategies.map((row) => ({ ...row, ...market.estimate(row.symbol) }))
    return { ...settings, strategies, parallel_trades: parallel, live_edge, risk }
  }

  return {
    me: ({ caller, profile, operator }) => meOf(parts, caller, profile, operator),

    signup: ({ body, address }) => signUp(parts, body, address),

    tradeSettings: ({ caller, profile }) => settingsOf(caller.userId, profile),

    async saveTradeSettings({ caller, profile, body }) {
      const before = await loadTradeSettings(db, caller.userId, tradedSymbols(profile, clock.now()))
      if (isArmedAnew(before.strategies, body.strategies)) requireFreshSignIn(caller)
      const allowed = tradedSymbols(profile, clock.now())
      await saveTradeSettings(db, caller.userId, allowed, armingOf(profile), body, clock.now())
      const armed = body.strategies.filter((strategy) => strategy.auto_execute).map((strategy) => strategy.symbol)
      logger.info({ user: caller.userId, armed, consent: body.consentGiven }, 'trade settings saved')
      changed(caller.userId)
      return settingsOf(caller.userId, profile)
    },

    async saveRiskSettings({ caller, profile, body }) {
      const today = istDateAt(clock.now())
      const session = nseCalendar.sessionOn(today)
      const running = session !== undefined && clock.now() < session.closesAt
      const traded = running && (await views.tradeLogs(caller.userId, today, false)).length > 0
      await saveRiskSettings(db, caller.userId, body, { parallel: mayTradeParallel(profile), tightenOnly: traded })
      changed(caller.userId)
      return settingsOf(caller.userId, profile)
    },

    async setStop({ caller, body }) {
      if (!body.on) requireFreshSignIn(caller)
      await setStop(db, caller.userId, { engaged: body.on, by: caller.userId, channel: 'web' }, clock.now())
      logger.info({ user: caller.userId, on: body.on }, 'stop button')
      changed(caller.userId)
      return loadStops(db, caller.userId)
    },
  }
}

/** Whether a symbol would be traded automatically that was not before. */
function isArmedAnew(before: readonly Armed[], wanted: readonly Armed[]): boolean {
  const isArmed = (symbol: string) => before.some((row) => row.symbol === symbol && row.auto_execute)
  return wanted.some((row) => row.auto_execute && !isArmed(row.symbol))
}

type Armed = Pick<StrategyEntry, 'symbol' | 'auto_execute'>
