// @invariant caller-only
import { effectivePlan } from '@strikewise/domain/plans/entitlements.ts'
import { PLAN_POLICY } from '@strikewise/domain/plans/policy.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import { ROUTES, type RouteName, type Routes } from '@strikewise/wire/routes.ts'
import type * as z from 'zod'
import { featureRefusal } from '../plans/feature-gate.ts'
import type { MarketSnapshots } from '../snapshots/market-snapshots.ts'
import { snapshotOf, type Snapshot } from '../snapshots/snapshot.ts'
import { tradeChart } from '../trades/trade-chart.ts'
import type { TradeSnapshots } from '../trades/trade-snapshots.ts'
import { ApiFailure } from './api-failure.ts'
import type { Visitor } from './visitors.ts'

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
  answer(query: unknown, visitor: Visitor): Snapshot | Promise<Snapshot>
}

/** Every polled route by the paths it answers at. */
export function polledRoutes(deps: PolledDeps): ReadonlyMap<string, PolledRoute> {
  const { market, trades, clock } = deps
  const planOf = ({ profile }: Visitor) => effectivePlan(profile.plan, clock.now())
  const own = (uid: string, { caller }: Visitor) => {
    // The session says who is asking; the uid in the query is only ever compared with it.
    if (uid !== caller.userId) throw new ApiFailure({ code: 'problem.uid_mismatch' })
    return caller.userId
  }
  const answers: { [N in PolledName]: (query: Query<N>, visitor: Visitor) => Snapshot | Promise<Snapshot> } = {
    signals: ({ symbol }, visitor) => market.signals(planOf(visitor), symbol),
    liveIndices: (_, visitor) => market.indices(planOf(visitor)),
    optionChainTable: ({ symbol }, visitor) => market.chain(planOf(visitor), symbol),
    optionChainDetails: ({ symbol }, visitor) => market.chainDetails(planOf(visitor), symbol),
    news: () => market.news(),
    indexCandles: ({ symbol, tf }, visitor) => market.candles(planOf(visitor), symbol, tf),
    indexCandlesBefore: ({ symbol }, visitor) => market.candlesBefore(planOf(visitor), symbol),
    indicatorValues: ({ symbol }, visitor) => market.indicatorValues(planOf(visitor), symbol),
    userTradeLogs: ({ uid, date, closed_only }, visitor) => trades.log(own(uid, visitor), date, closed_only),
    userActiveTrades: ({ uid, date }, visitor) => trades.active(own(uid, visitor), date),
    async tradeChart({ uid, trade_id, from }, visitor) {
      const story = await trades.story(own(uid, visitor), trade_id)
      if (story === undefined) throw new ApiFailure({ code: 'problem.not_found.trade' })
      const now = clock.now()
      // Who holds a position sees it drawn on every plan; what is over belongs to the trade log.
      const refusal = story.trade.state === 'closed' ? featureRefusal(visitor.profile, 'trade_log', now) : undefined
      if (refusal !== undefined) throw refusal
      const { delaySeconds } = PLAN_POLICY[planOf(visitor)]
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
