import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { effectivePlan } from '@strikewise/plans/entitlements.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import type { Profile } from '../../accounts/profiles.ts'
import { decisionById, decisionsOn } from '../../decisions/decision-rows.ts'
import { noTradeRunsOn } from '../../decisions/no-trade-runs.ts'
import { pastIndexDay } from '../../market/past-bars.ts'
import { contractChart } from '../../snapshots/contract-chart.ts'
import { snapshotOf } from '../../snapshots/snapshot.ts'
import { DomainError } from '../../domain-error.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names =
  | 'signals'
  | 'liveIndices'
  | 'optionChainTable'
  | 'optionChainDetails'
  | 'optionChainWalls'
  | 'contractChart'
  | 'news'
  | 'indexCandles'
  | 'indexCandlesBefore'
  | 'indexDay'
  | 'indicatorValues'
  | 'decisions'
  | 'noTradeMinutes'
  | 'decision'

export function marketHandlers({
  db,
  market,
  clock,
  contracts,
  contractViews,
  quotes,
}: WebDependencies): Handlers<Names> {
  const planOf = ({ plan }: Profile) => effectivePlan(plan, clock.now())
  return {
    signals: ({ profile, query: { symbol } }) => market.signals(planOf(profile), symbol),
    liveIndices: ({ profile }) => market.indices(planOf(profile)),
    optionChainTable: ({ profile, query: { symbol, strikes } }) => market.chain(planOf(profile), symbol, strikes),
    optionChainDetails: ({ profile, query: { symbol, strikes } }) =>
      market.chainDetails(planOf(profile), symbol, strikes),
    optionChainWalls: ({ profile, query: { symbol } }) => market.chainWalls(planOf(profile), symbol),
    contractChart({ profile, query: { from, ...terms } }) {
      const view = contractViews.view(terms)
      if (view === null) throw new DomainError({ code: 'problem.not_found.contract' })
      const { delaySeconds } = PLAN_POLICY[planOf(profile)]
      const isQuoted = (expiry: IstDate) => {
        const contract = contracts.find({ ...terms, expiry })
        return contract !== undefined && quotes.quote(contract.token) !== undefined
      }
      const chart = contractChart(terms, view, { now: clock.now(), delaySeconds, from }, isQuoted)
      return snapshotOf(JSON.stringify(chart))
    },
    news: () => market.news(),
    indexCandles: ({ profile, query: { symbol, tf } }) => market.candles(planOf(profile), symbol, tf),
    indexCandlesBefore: ({ profile, query: { symbol } }) => market.candlesBefore(planOf(profile), symbol),
    indexDay: ({ query: { symbol, date } }) => pastIndexDay(db, symbol, date),
    indicatorValues: ({ profile, query: { symbol } }) => market.indicatorValues(planOf(profile), symbol),

    decisions: ({ query }) => decisionsOn(db, { day: query.date, symbol: query.symbol, limit: query.limit }),

    noTradeMinutes: ({ query: { symbol, date } }) => noTradeRunsOn(db, symbol, date),

    async decision({ params }) {
      const found = await decisionById(db, params.id)
      if (found === undefined) throw new DomainError({ code: 'problem.not_found.decision' })
      return found
    },
  }
}
