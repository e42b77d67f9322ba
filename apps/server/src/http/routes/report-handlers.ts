import type { Language } from '@strikewise/domain/text/language.ts'
import { edgeReplyOf } from '../../reports/edge-reply.ts'
import { reportCsv } from '../../reports/report-csv.ts'
import type { Period } from '../../reports/report-trades.ts'
import { userReport, reportReplyOf } from '../../reports/user-report.ts'
import type { UserScopedDb } from '../../store/user-scoped-db.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

export function reportHandlers({ clock }: UserDependencies): Handlers<'report' | 'reportCsv' | 'reportPdf' | 'edge'> {
  const reportOf = (userDb: UserScopedDb, userId: string, period: Period, language: Language) =>
    userDb.read((db) => userReport(db, userId, period, clock.now(), language))
  return {
    report: async ({ caller, userDb, query }) =>
      reportReplyOf(await reportOf(userDb, caller.userId, query, query.lang ?? caller.language ?? 'en')),

    async reportCsv({ caller, userDb, query, language: ofCaller }) {
      const language = query.lang ?? ofCaller
      const report = await reportOf(userDb, caller.userId, query, language)
      return { bytes: reportCsv(report, language), filename: filenameOf(query, 'csv'), language }
    },

    async reportPdf({ caller, userDb, query, language: ofCaller }) {
      const language = query.lang ?? ofCaller
      const report = await reportOf(userDb, caller.userId, query, language)
      // The library is large and slow to load, and most processes make no PDF.
      const { reportPdf } = await import('../../reports/report-pdf.ts')
      return { bytes: await reportPdf(report, language), filename: filenameOf(query, 'pdf'), language }
    },

    edge: ({ caller, userDb }) => userDb.read((db) => edgeReplyOf(db, caller.userId)),
  }
}

function filenameOf({ mode, from, to }: Period, ending: string): string {
  return `strikewise-${mode}-${from}-to-${to}.${ending}`
}
