import * as z from 'zod'
import { problemText } from './field-problem.ts'
import { route } from './route.ts'
import { plan, rupees } from './scalars.ts'

const count = z.number().int().nonnegative()

const sums = z.object({
  payments: count,
  /** What was paid, GST included. */
  received: rupees,
  /** GST in `received`. */
  gst: rupees,
  /** Refunds that the provider has made, whenever the payment was. */
  refunds: count,
  refunded: rupees,
  /** GST in `refunded`. */
  refunded_gst: rupees,
  /** What stays without GST. */
  net: rupees,
})
export type RevenueSums = z.infer<typeof sums>

const revenue = z
  .object({
    /** The twelve months that end with the present one, oldest first, `YYYY-MM`. */
    months: z.array(sums.extend({ month: z.string() })),
    total: sums,
    /** The same twelve months by plan, the largest first; plans that were not bought are left out. */
    plans: z.array(z.object({ plan, payments: count, received: rupees })),
  })
  .meta({ id: 'Revenue' })
export type Revenue = z.infer<typeof revenue>

export const revenueRoutes = {
  operatorRevenue: route({
    method: 'GET',
    path: '/operator/revenue',
    auth: 'operator',
    perMinute: 60,
    summary: 'Payments, GST and refunds of the last twelve months, and payments by plan',
    query: z.strictObject({}),
    reply: revenue,
  }),
  gstDocuments: route({
    method: 'GET',
    kind: 'file',
    media: 'text/csv',
    path: '/operator/gst/csv',
    auth: 'operator',
    perMinute: 12,
    recorded: true,
    summary:
      'Receipts and credit notes of a month for the GST return, one a line: number, date, place of supply, taxable value and taxes, without names. Each export is kept',
    query: z.strictObject({
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, problemText({ code: 'field.month' }))
        .meta({ description: 'A month, YYYY-MM', example: '2026-11' }),
    }),
    reply: z.string(),
  }),
}
