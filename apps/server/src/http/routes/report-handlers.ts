import { edgeReplyOf } from '../../reports/edge-reply.ts'
import { ownReport, reportReplyOf } from '../../reports/own-report.ts'
import type { Handlers } from '../handler.ts'
import type { WebParts } from '../web-parts.ts'

export function reportHandlers({ db, clock }: WebParts): Handlers<'report' | 'edge'> {
  return {
    report: async ({ caller, query }) => reportReplyOf(await ownReport(db, caller.userId, query, clock.now())),
    edge: ({ caller }) => edgeReplyOf(db, caller.userId),
  }
}
