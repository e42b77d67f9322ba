import { LANGUAGE_TAGS } from '@strikewise/messages/language-tags.ts'
import type { Route } from '@strikewise/wire/route.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { userReport } from '../reports/user-report.ts'
import { reportCsv } from '../reports/report-csv.ts'
import { reportPdf } from '../reports/report-pdf.ts'
import { answerLanguage } from './answer-language.ts'
import { authorize, unauthenticated } from './authorize.ts'
import { readQuery } from './read-input.ts'
import { API_HEADERS } from './security-headers.ts'
import type { WebDependencies } from './web-dependencies.ts'

/** The routes that answer with a report as a file. */
export const REPORT_FILES = ['reportCsv', 'reportPdf'] as const
export type ReportFileName = (typeof REPORT_FILES)[number]

/** GET /reports/csv and /reports/pdf: the caller's report as a file to keep. */
export async function serveReportFile(
  parts: WebDependencies,
  name: ReportFileName,
  request: Request,
  headers: Parameters<WebDependencies['principals']['authenticate']>[0],
  address: string,
): Promise<Response> {
  const route = ROUTES[name]
  const authentication = await parts.principals.authenticate(headers, address)
  const { principal, setCookie, ended } = authentication
  authorize(name, route satisfies Route, authentication, address, parts)
  if (principal === undefined) throw unauthenticated(ended)
  const period = readQuery(route.query, new URL(request.url).searchParams)
  const { userId } = principal.caller
  const language = period.lang ?? answerLanguage(principal.caller, request.headers.get('accept-language'))
  const report = await parts.userDbOf(userId).read((db) => userReport(db, userId, period, parts.clock.now(), language))
  const [file, ending] =
    name === 'reportCsv' ? [reportCsv(report, language), 'csv'] : [await reportPdf(report, language), 'pdf']
  const answer = new Response(file, {
    headers: {
      ...API_HEADERS,
      'cache-control': 'no-store',
      'content-language': LANGUAGE_TAGS[language],
      'content-type': name === 'reportCsv' ? 'text/csv; charset=utf-8' : 'application/pdf',
      'content-disposition': `attachment; filename="strikewise-${period.mode}-${period.from}-to-${period.to}.${ending}"`,
    },
  })
  for (const cookie of setCookie) answer.headers.append('set-cookie', cookie)
  return answer
}
