import { edgeReplyOf } from '../../reports/edge-reply.ts'
import { userReport, reportReplyOf } from '../../reports/user-report.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

export function reportHandlers({ clock }: UserDependencies): Handlers<'report' | 'edge'> {
  return {
    report: async ({ caller, userDb, query }) =>
      reportReplyOf(
        await userDb.read((db) =>
          userReport(db, caller.userId, query, clock.now(), query.lang ?? caller.language ?? 'en'),
        ),
      ),
    edge: ({ caller, userDb }) => userDb.read((db) => edgeReplyOf(db, caller.userId)),
  }
}
