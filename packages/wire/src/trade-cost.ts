import * as z from 'zod'
import { rupees } from './scalars.ts'

/** What a trade is expected to cost if nothing but time moves: bought at the ask, sold at the bid after the planned time. */
export const tradeCost = z
  .object({
    lots: z.number(),
    /** How long it is planned to be held at most. */
    holding_minutes: z.number(),
    /** Ask less bid, for all units. */
    spread: rupees,
    /** Of both orders. */
    charges: rupees,
    /** Time value lost in the planned time; null: theta is not known. */
    decay: rupees.nullable(),
    /** Sum of the parts that are known. */
    total: rupees,
    per_unit: rupees,
    /** `total` in multiples of what the stop risks; null: not known. */
    r: z.number().nullable(),
    /** The move of the index in favour that pays `total`; null: delta is not known. */
    break_even: z
      .object({
        /** Index points. */
        points: z.number(),
        /** Of the index; null: its value is not known. */
        percent: z.number().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'TradeCost' })
export type TradeCostReply = z.infer<typeof tradeCost>
