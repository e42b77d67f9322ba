// @invariant caller-only
import { effectivePlan } from '@strikewise/plans/entitlements.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import { ROUTES, type RouteName, type Routes } from '@strikewise/wire/routes.ts'
import type * as z from 'zod'
import { featureRefusal } from '../plans/feature-access.ts'
import type { MarketSnapshots } from '../snapshots/market-snapshots.ts'
import { snapshotOf, type Snapshot } from '../snapshots/snapshot.ts'
import { tradeChart } from '../trades/trade-chart.ts'
import type { TradeSnapshots } from '../trades/trade-snapshots.ts'
import { DomainError } from '../domain-error.ts'
import type { Principal } from './principals.ts'

/** The routes screens poll: answered from memory with an ETag, before any framework. */
const POLLED = [
  'signals',
  'liveIndices',
  'optionChainTable',
  'optionChainDetails',
  'news',
  'indexCandles',
  'indexCandlesBefore',
  'indicatorValues',
  'userTradeLogs',
  'userActiveTrades',
  'tradeChart',
] as const satisfies readonly RouteName[]
export type PolledName = (typeof POLLED)[number]

const PERSONAL: ReadonlySet<PolledName> = new Set(['userTradeLogs', 'userActiveTrades', 'tradeChart'])

type Query<N extends PolledName> = z.output<Routes[N]['query']>

export interface PolledDeps {
  readonly clock: Clock
  readonly market: MarketSnapshots
  readonly trades: TradeSnapshots
}

export interface PolledRoute {
  readonly name: PolledName
  /** Market data is the same for many and may be kept and asked for again by tag; trades are nobody else's. */
  readonly personal: boolean
  answer(query: unknown, principal: Principal): Snapshot | Promise<Snapshot>
}

/** Every polled route by the paths it answers at. */
export function polledRoutes(deps: PolledDeps): ReadonlyMap<string, PolledRoute> {
  const { market, trades, clock } = deps
  const planOf = ({ profile }: Principal) => effectivePlan(profile.plan, clock.now())
  const userDb = (uid: string, { caller }: Principal) => {
    // The session says who is asking; the uid in the query is only ever compared with it.
    if (uid !== caller.userId) throw new DomainError({ code: 'problem.uid_mismatch' })
    return caller.userId
  }
  const answers: { [N in PolledName]: (query: Query<N>, principal: Principal) => Snapshot | Promise<Snapshot> } = {
    signals: ({ symbol }, principal) => market.signals(planOf(principal), symbol),
    liveIndices: (_, principal) => market.indices(planOf(principal)),
    optionChainTable: ({ symbol }, principal) => market.chain(planOf(principal), symbol),
    optionChainDetails: ({ symbol }, principal) => market.chainDetails(planOf(principal), symbol),
    news: () => market.news(),
    indexCandles: ({ symbol, tf }, principal) => market.candles(planOf(principal), symbol, tf),
    indexCandlesBefore: ({ symbol }, principal) => market.candlesBefore(planOf(principal), symbol),
    indicatorValues: ({ symbol }, principal) => market.indicatorValues(planOf(principal), symbol),
    userTradeLogs: ({ uid, date, closed_only }, principal) => trades.log(userDb(uid, principal), date, closed_only),
    userActiveTrades: ({ uid, date }, principal) => trades.active(userDb(uid, principal), date),
    async tradeChart({ uid, trade_id, from }, principal) {
      const story = await trades.history(userDb(uid, principal), trade_id)
      if (story === undefined) throw new DomainError({ code: 'problem.not_found.trade' })
      const now = clock.now()
      // Who holds a position sees it drawn on every plan; what is over belongs to the trade log.
      const refusal = story.trade.state === 'closed' ? featureRefusal(principal.profile, 'trade_log', now) : undefined
      if (refusal !== undefined) throw refusal
      const { delaySeconds } = PLAN_POLICY[planOf(principal)]
      const chart = tradeChart(story, market.option(story.trade.contract), { now, delaySeconds, from })
      return snapshotOf(JSON.stringify(chart))
    },
  }
  const routes = new Map<string, PolledRoute>()
  for (const name of POLLED) {
    const { path } = ROUTES[name]
    const route: PolledRoute = {
      name,
      personal: PERSONAL.has(name),
      answer: answers[name],
    }
    routes.set(`/api${path}`, route)
    if ('root' in ROUTES[name]) routes.set(path, route)
  }
  return routes
}
