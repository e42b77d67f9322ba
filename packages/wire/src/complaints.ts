import * as z from 'zod'
import { route } from './route.ts'
import { istDateText } from './scalars.ts'

/** Through whom a complaint came: the rows of the table that SEBI asks of a research analyst (Annexure B). */
export const COMPLAINT_SOURCES = ['direct', 'scores', 'other'] as const
export type ComplaintSource = (typeof COMPLAINT_SOURCES)[number]

/** How a complaint ended. What was no complaint is not counted in any month. */
export const COMPLAINT_OUTCOMES = ['resolved', 'not_a_complaint'] as const
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number]

const count = z.number().int().nonnegative()

const sourceCounts = z.object({
  /** Pending at the end of the month before. */
  pending_before: count,
  received: count,
  /** Of this month and of months before. */
  resolved: count,
  pending: count,
  /** Of `pending`, those received more than three months before the end of the month. */
  pending_over_3_months: count,
  /** Mean of the days from receipt to resolution, of those resolved in the month; null: none was. */
  average_days: z.number().nonnegative().nullable(),
})
export type SourceCounts = z.infer<typeof sourceCounts>

const periodCounts = z.object({ carried_forward: count, received: count, resolved: count, pending: count })
export type PeriodCounts = z.infer<typeof periodCounts>

const complaintTable = z
  .object({
    /** The last complete month, `YYYY-MM`, and its last day. */
    month: z.string(),
    month_end: istDateText,
    sources: z.array(sourceCounts.extend({ source: z.enum(COMPLAINT_SOURCES) })),
    total: sourceCounts,
    /** The twelve months that end with `month`, oldest first. */
    months: z.array(periodCounts.extend({ month: z.string() })),
    months_total: periodCounts,
    /** The five financial years (April to March) that end with that of `month`, oldest first, by the year they begin in. */
    years: z.array(periodCounts.extend({ from_year: z.number() })),
    years_total: periodCounts,
  })
  .meta({ id: 'ComplaintTable' })
export type ComplaintTable = z.infer<typeof complaintTable>

const complaintRow = z
  .object({
    id: z.number(),
    source: z.enum(COMPLAINT_SOURCES),
    reference: z.string(),
    received_on: istDateText,
    closed_on: istDateText.nullable(),
    outcome: z.enum(COMPLAINT_OUTCOMES).nullable(),
  })
  .meta({ id: 'Complaint' })
export type ComplaintRow = z.infer<typeof complaintRow>

export const complaintRoutes = {
  complaintTable: route({
    method: 'GET',
    path: '/complaints',
    auth: 'public',
    perMinute: 60,
    summary: 'Complaints of the last complete month, and the trend by month and financial year (SEBI, Annexure B)',
    query: z.strictObject({}),
    reply: complaintTable,
  }),
  operatorComplaints: route({
    method: 'GET',
    path: '/operator/complaints',
    auth: 'operator',
    perMinute: 120,
    summary: 'Complaints as operators list them: the pending ones, oldest first, then the newest of the others',
    query: z.strictObject({}),
    reply: z.object({ complaints: z.array(complaintRow) }),
  }),
  enterComplaint: route({
    method: 'POST',
    path: '/operator/complaints',
    auth: 'operator',
    perMinute: 60,
    summary: 'Enters a complaint that came by SCORES, by post or on the phone. A reference is entered once',
    body: z.strictObject({
      source: z.enum(COMPLAINT_SOURCES),
      reference: z.string().trim().min(1).max(60),
      received_on: istDateText,
    }),
    reply: complaintRow,
  }),
  closeComplaint: route({
    method: 'POST',
    path: '/operator/complaints/:id/close',
    auth: 'operator',
    perMinute: 60,
    summary: 'Closes a pending complaint: resolved on a day, or entered although it was none',
    params: z.strictObject({ id: z.string().regex(/^\d{1,15}$/) }),
    body: z.strictObject({ outcome: z.enum(COMPLAINT_OUTCOMES), closed_on: istDateText }),
    reply: complaintRow,
  }),
}
