import { whyOfDecision, whyOfMinute } from '../../decisions/why.ts'
import { signedDay, signedDays } from '../../public-log/day-export.ts'
import { timeStampCounts, timeStampsOf } from '../../public-log/stored-time-stamps.ts'
import { DomainError } from '../../domain-error.ts'
import type { Handlers } from '../handler.ts'
import { publicLogDay } from './public-log-day.ts'
import type { WebDependencies } from '../web-dependencies.ts'

export function publicLogHandlers(
  parts: WebDependencies,
): Handlers<'record' | 'recordDay' | 'recordTimeStamps' | 'why' | 'whyDecision'> {
  const { db } = parts
  return {
    async record() {
      const [days, counts] = await Promise.all([signedDays(db), timeStampCounts(db)])
      return { days: days.map((signed) => ({ ...signed, time_stamps: counts.get(signed.root.day) ?? 0 })) }
    },

    recordDay: ({ params, headers }) => publicLogDay(parts, params.day, headers),

    async recordTimeStamps({ params: { day } }) {
      if ((await signedDay(db, day)) === undefined) throw new DomainError({ code: 'problem.not_found.record_day' })
      const stamps = await timeStampsOf(db, day)
      return {
        day,
        time_stamps: stamps.map(({ authority, stampedAt, token }) => ({
          authority,
          stamped_at: stampedAt.toISOString(),
          token,
        })),
      }
    },

    async why({ query }) {
      const found = await whyOfMinute(db, query.symbol, query.minute)
      if (found === undefined) throw new DomainError({ code: 'problem.not_found.minute' })
      return found
    },

    async whyDecision({ params }) {
      const found = await whyOfDecision(db, params.id)
      if (found === undefined) throw new DomainError({ code: 'problem.not_found.decision' })
      return found
    },
  }
}
