import { EDGE_VERDICTS } from '@strikewise/domain/trading/measured-edge.ts'
import { LANGUAGES } from '@strikewise/domain/text/language.ts'
import * as z from 'zod'
import { problemText } from './field-problem.ts'
import { message } from './message.ts'
import { averageEntryFill } from './entry-fill.ts'
import { charges, reportTrade } from './report-trade.ts'
import { route } from './route.ts'
import { refusalAction } from './trades.ts'
import { indexSymbol, instantText, istDateText, linkMode, rupees } from './scalars.ts'

/** The longest period a report covers: a leap year. */
export const MAX_REPORT_DAYS = 366

/** Sums over closed trades: `net` is `gross` less `charges.total` and `rounding`, to the paisa. */
const sums = z.object({
  trades: z.number(),
  wins: z.number(),
  gross: rupees,
  charges,
  /** What the days' contract notes add: STT and stamp duty in whole rupees a day. 0 by symbol; below 0 when less. */
  rounding: rupees,
  net: rupees,
})
export type ReportSums = z.infer<typeof sums>

const refusalCount = z.object({
  code: z.string(),
  text: z.string(),
  message,
  count: z.number(),
  remedy: refusalAction.nullable(),
})

export const reportReply = z
  .object({
    mode: linkMode,
    from: istDateText,
    to: istDateText,
    /** When it was put together. */
    as_of: instantText,
    total: sums,
    by_symbol: z.array(sums.extend({ symbol: indexSymbol })),
    /** Days with a closed trade, oldest first. `running`: net results from the period's first day on. */
    by_day: z.array(sums.extend({ day: istDateText, running: rupees })),
    /** The deepest fall of the running sum under its peak. */
    drawdown: rupees,
    trades: z.array(reportTrade),
    /** How the entries that signals decided were filled against the mid; null: there is none. */
    entry_fill: averageEntryFill.nullable(),
    /** Trades that are still open, or whose end the broker's books did not show: in no sum. */
    unsettled: z.number(),
    /** Entries that were refused, by reason, whichever kind of account was connected. */
    refusals: z.array(refusalCount),
  })
  .meta({ id: 'Report' })
export type ReportReply = z.infer<typeof reportReply>

const interval = z.object({ low: z.number(), high: z.number() })

/**
 * What a user's closed trades of one kind brought, net, and how surely. Means and intervals are per trade; the 95 %
 * intervals hold at every look, however often they are read.
 */
const measuredEdge = z
  .object({
    trades: z.number(),
    days: z.number(),
    from: istDateText,
    to: istDateText,
    gross: rupees,
    charges: rupees,
    net: rupees,
    wins: z.number(),
    win_rate: z.number(),
    win_rate_interval: interval,
    /** Rupees, rounded to the paisa. */
    expectancy: rupees,
    /** Null while there are too few days to exclude anything. */
    expectancy_interval: interval.nullable(),
    /** In units of the risk taken. */
    expectancy_r: z.number(),
    expectancy_r_interval: interval.nullable(),
    /** Won ÷ lost; null without a loss. */
    profit_factor: z.number().nullable(),
    drawdown: rupees,
    drawdown_days: z.number(),
    /** On which side of 0 the lower end of the expectancy lies; `not_known`: too few trades or days. */
    verdict: z.enum(EDGE_VERDICTS),
  })
  .meta({ id: 'MeasuredEdge' })
export type MeasuredEdgeRow = z.infer<typeof measuredEdge>

export const edgeReply = z
  .object({
    /** Null: no closed trade of this kind. */
    paper: measuredEdge.nullable(),
    live: measuredEdge.nullable(),
    /** What a record needs before it counts. */
    min_trades: z.number(),
    min_days: z.number(),
  })
  .meta({ id: 'Edge' })
export type EdgeReply = z.infer<typeof edgeReply>

const period = z
  .strictObject({
    mode: linkMode,
    from: istDateText,
    to: istDateText,
    /** Of the texts; left out: the account's. */
    lang: z.enum(LANGUAGES).optional(),
  })
  .refine(({ from, to }) => from <= to, { error: problemText({ code: 'field.not_before_from' }), path: ['to'] })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_REPORT_DAYS * 86_400_000, {
    error: problemText({ code: 'field.within_days', days: MAX_REPORT_DAYS }),
    path: ['to'],
  })

/** Private to the caller, whatever the plan: a plan that ended does not hide a user's own results. */
export const reportRoutes = {
  report: route({
    method: 'GET',
    path: '/reports',
    auth: 'user',
    keyScope: 'read',
    perMinute: 60,
    summary:
      "The caller's closed trades of a period and kind of account, summed by day and symbol, with refused entries",
    query: period,
    reply: reportReply,
  }),
  reportCsv: route({
    method: 'GET',
    kind: 'file',
    media: 'text/csv',
    path: '/reports/csv',
    auth: 'user',
    keyScope: 'read',
    perMinute: 12,
    summary: 'The same as CSV: one closed trade a line',
    query: period,
    reply: z.string(),
  }),
  reportPdf: route({
    method: 'GET',
    kind: 'file',
    media: 'application/pdf',
    path: '/reports/pdf',
    auth: 'user',
    keyScope: 'read',
    perMinute: 12,
    summary: 'The same as a document to print',
    query: period,
    reply: z.string(),
  }),
  edge: route({
    method: 'GET',
    path: '/edge',
    auth: 'user',
    keyScope: 'read',
    // As the report, which reads the same trades and computes more from them.
    perMinute: 60,
    summary: "What all of the caller's closed trades brought, net, with intervals; paper and live apart",
    query: z.strictObject({}),
    reply: edgeReply,
  }),
}
