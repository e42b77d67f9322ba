import * as z from 'zod'
import { instantText, istDateText, rupees } from './scalars.ts'

/**
 * The newest instruction of its kind. `received`: committed. `working`: the executor has taken it up. `done`: the broker's books,
 * or for a target the trade, show it.
 */
const shownInstruction = z
  .object({
    kind: z.enum(['exit', 'reduce', 'stop', 'target']),
    at: instantText,
    /** Of a stop its trigger, of a target the target. */
    price: rupees.optional(),
    /** Of a part exit the units that stay. */
    keep_quantity: z.number().optional(),
    state: z.enum(['received', 'working', 'done']),
  })
  .meta({ id: 'ShownInstruction' })

/** One order that sells the position. */
const exitOrder = z
  .object({
    /** When its newest call left: the order itself, or a change of its price. Of a stop order that triggered, when it did. */
    sent_at: instantText,
    /** The broker's answer to that call. */
    answer: z.enum(['sending', 'accepted', 'refused', 'in_doubt']),
    filled_quantity: z.number(),
    /** Null while nothing filled. */
    average_price: rupees.nullable(),
  })
  .meta({ id: 'ExitOrder' })

/** What the row of a held position shows beside the specified columns. Prices are rupees a unit of the option. */
export const openPosition = z.object({
  state: z.enum(['entering', 'open', 'exiting']),
  expiry: istDateText,
  /** Lots that were bought; no whole number when a fill ended inside a lot. */
  lots: z.number(),
  lot_size: z.number(),
  /** The price step of the contract. */
  tick_size: rupees,
  /** Units still held: the same as `quantity`. */
  open_quantity: z.number(),
  /** Units that were sold for the user while the rest stays, and their average price; null: none were. */
  part_exit: z.object({ quantity: z.number(), average_price: rupees }).nullable(),
  entered_at: instantText,
  /** When the longest time a trade is held ends. */
  time_limit_at: instantText,
  /** What it would have lost at its first stop, as computed when it was sized; null on trades without it. */
  planned_loss: rupees.nullable(),
  /** R: the risk a unit that the trade was opened with. */
  r: rupees,
  trailing: z.boolean(),
  /** Trigger of the first stop. */
  initial_stop: rupees,
  /** Limit of the stop that rests at the broker; null while none does. */
  stop_limit_price: rupees.nullable(),
  /**
   * What the trade comes to if all that is held is sold at its stop's trigger, after all charges: below 0 a loss. In a fast market
   * a stop can fill lower.
   */
  loss_at_stop: rupees,
  /** The newest of each kind, oldest first. */
  instructions: z.array(shownInstruction),
  /** Null while the position is held. */
  exit: z.object({ reason: z.string(), requested_at: instantText, orders: z.array(exitOrder) }).nullable(),
})
