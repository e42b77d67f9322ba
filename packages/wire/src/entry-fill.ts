import * as z from 'zod'
import { rupees } from './scalars.ts'

/** What an entry was decided at, and what its fills came to against that. */
export const entryFill = z
  .object({
    /** A unit, in rupees. */
    intended_price: rupees,
    /** What it is: the mid of the signal's quote, or the limit of a ticket, which a fill is never above. */
    against: z.enum(['mid', 'limit']),
    /** For all units, with its sign: below 0 when more was paid than intended. */
    difference: rupees,
    /** The same in multiples of the risk the trade was opened with; null: not known. */
    r: z.number().nullable(),
  })
  .meta({ id: 'EntryFill' })
export type EntryFillRow = z.infer<typeof entryFill>

/** The mean over the entries of a period that signals decided; tickets, which have no mid, are left out. */
export const averageEntryFill = z
  .object({
    trades: z.number(),
    total: rupees,
    /** A trade, rounded to the paisa. */
    average: rupees,
    average_r: z.number().nullable(),
  })
  .meta({ id: 'AverageEntryFill' })
export type AverageEntryFillRow = z.infer<typeof averageEntryFill>
