import type { Route } from '@strikewise/wire/route.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { ownReport } from '../reports/own-report.ts'
import { reportCsv } from '../reports/report-csv.ts'
import { reportPdf } from '../reports/report-pdf.ts'
import { admit, notSignedIn } from './gate.ts'
import { readQuery } from './read-input.ts'
import { API_HEADERS } from './security-headers.ts'
import type { WebParts } from './web-parts.ts'

/** The routes that answer with a report as a file. */
export const REPORT_FILES = ['reportCsv', 'reportPdf'] as const
export type ReportFileName = (typeof REPORT_FILES)[number]

/** GET /reports/csv and /reports/pdf: the caller's report as a file to keep. */
export async function answerReportFile(
  parts: WebParts,
  name: ReportFileName,
  request: Request,
  headers: Parameters<WebParts['visitors']['recognise']>[0],
  address: string,
): Promise<Response> {
  const route = ROUTES[name]
  const recognised = await parts.visitors.recognise(headers, address)
  const { visitor, setCookie, ended } = recognised
  admit(name, route satisfies Route, recognised, address, parts)
  if (visitor === undefined) throw notSignedIn(ended)
  const period = readQuery(route.query, new URL(request.url).searchParams)
  const { userId } = visitor.caller
  const report = await parts.storeOf(userId).read((db) => ownReport(db, userId, period, parts.clock.now()))
  const [file, ending] = name === 'reportCsv' ? [reportCsv(report), 'csv'] : [await reportPdf(report), 'pdf']
  const answer = new Response(file, {
    headers: {
      ...API_HEADERS,
      'cache-control': 'no-store',
      'content-type': name === 'reportCsv' ? 'text/csv; charset=utf-8' : 'application/pdf',
      'content-disposition': `attachment; filename="strikewise-${period.mode}-${period.from}-to-${period.to}.${ending}"`,
    },
  })
  for (const cookie of setCookie) answer.headers.append('set-cookie', cookie)
  return answer
}
