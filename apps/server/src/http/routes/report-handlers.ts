import { edgeReplyOf } from '../../reports/edge-reply.ts'
import { ownReport, reportReplyOf } from '../../reports/own-report.ts'
import type { Handlers } from '../handler.ts'
import type { UserParts } from '../web-parts.ts'

export function reportHandlers({ clock }: UserParts): Handlers<'report' | 'edge'> {
  return {
    report: async ({ caller, own, query }) =>
      reportReplyOf(await own.read((db) => ownReport(db, caller.userId, query, clock.now()))),
    edge: ({ caller, own }) => own.read((db) => edgeReplyOf(db, caller.userId)),
  }
}
