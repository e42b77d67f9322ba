import { effectivePlan } from '@strikewise/plans/entitlements.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { trackedTradesOn } from '../../trades/tracked-trades.ts'
import { DomainError } from '../../domain-error.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

export function tradeHandlers({
  views,
  pnl,
  clock,
}: UserDependencies): Handlers<'livePnl' | 'tradeTracker' | 'entryRefusals'> {
  return {
    livePnl: ({ caller, query: { uid, date } }) => pnl.of(sameUser(uid, caller.userId), date),
    tradeTracker: ({ caller, userDb, query: { uid, date } }) =>
      userDb.read((db) => trackedTradesOn(db, sameUser(uid, caller.userId), date)),
    entryRefusals({ caller, profile, query: { uid, date, limit, before } }) {
      const now = clock.now()
      const { delaySeconds } = PLAN_POLICY[effectivePlan(profile.plan, now)]
      const until = delaySeconds === 0 ? undefined : ((now - delaySeconds * 1000) as EpochMs)
      return views.entryRefusals(sameUser(uid, caller.userId), date, {
        limit,
        before,
        until,
        language: caller.language ?? 'en',
      })
    },
  }
}

/** The session says who is asking; the uid in the query is only ever compared with it. */
function sameUser(uid: string, userId: string): string {
  if (uid !== userId) throw new DomainError({ code: 'problem.uid_mismatch' })
  return userId
}
