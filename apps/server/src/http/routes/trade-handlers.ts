import { effectivePlan } from '@strikewise/plans/entitlements.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Profile } from '../../accounts/profiles.ts'
import { featureRefusal } from '../../plans/feature-access.ts'
import { snapshotOf } from '../../snapshots/snapshot.ts'
import { trackedTradesOn } from '../../trades/tracked-trades.ts'
import { tradeChart } from '../../trades/trade-chart.ts'
import { DomainError } from '../../domain-error.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names = 'userTradeLogs' | 'userActiveTrades' | 'tradeChart' | 'livePnl' | 'tradeTracker' | 'entryRefusals'

export function tradeHandlers({ views, trades, market, pnl, clock }: UserDependencies): Handlers<Names> {
  const delaySecondsOf = ({ plan }: Profile) => PLAN_POLICY[effectivePlan(plan, clock.now())].delaySeconds
  return {
    userTradeLogs: ({ caller, query: { uid, date, closed_only } }) =>
      trades.log(sameUser(uid, caller.userId), date, closed_only),

    userActiveTrades: ({ caller, query: { uid, date } }) => trades.active(sameUser(uid, caller.userId), date),

    async tradeChart({ caller, profile, query: { uid, trade_id, from } }) {
      const story = await trades.history(sameUser(uid, caller.userId), trade_id)
      if (story === undefined) throw new DomainError({ code: 'problem.not_found.trade' })
      const now = clock.now()
      // Who holds a position sees it drawn on every plan; what is over belongs to the trade log.
      const refusal = story.trade.state === 'closed' ? featureRefusal(profile, 'trade_log', now) : undefined
      if (refusal !== undefined) throw refusal
      const delaySeconds = delaySecondsOf(profile)
      const chart = tradeChart(story, market.option(story.trade.contract), { now, delaySeconds, from })
      return snapshotOf(JSON.stringify(chart))
    },

    livePnl: ({ caller, query: { uid, date } }) => pnl.of(sameUser(uid, caller.userId), date),

    tradeTracker: ({ caller, userDb, query: { uid, date } }) =>
      userDb.read((db) => trackedTradesOn(db, sameUser(uid, caller.userId), date)),

    entryRefusals({ caller, profile, query: { uid, date, limit, before } }) {
      const delaySeconds = delaySecondsOf(profile)
      const until = delaySeconds === 0 ? undefined : ((clock.now() - delaySeconds * 1000) as EpochMs)
      return views.entryRefusals(sameUser(uid, caller.userId), date, {
        limit,
        before,
        until,
        language: caller.language ?? 'en',
      })
    },
  }
}

/** The session shows who is asking; the uid in the query is only ever compared with it. */
function sameUser(uid: string, userId: string): string {
  if (uid !== userId) throw new DomainError({ code: 'problem.uid_mismatch' })
  return userId
}
