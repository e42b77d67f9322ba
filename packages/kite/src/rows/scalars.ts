// @invariant one-bad-row
import { ORDER_SIDES } from '@strikewise/domain/instruments/order-terms.ts'
import { type Paise, paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import { type EpochMs, epochFromIstText } from '@strikewise/domain/time/ist.ts'
import { isStorable, storableText } from '@strikewise/domain/text/storable-text.ts'
import * as z from 'zod'

/** Turns a RangeError of `convert` into an issue of the row, so that a bad value drops its row and nothing else. */
function represented<In, Out>(convert: (value: In) => Out) {
  return (value: In, context: z.core.$RefinementCtx<In>): Out => {
    try {
      return convert(value)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      context.issues.push({ code: 'custom', message: error.message, input: value })
      return z.NEVER
    }
  }
}

/** Longer than any id the broker gives. */
const MAX_ID = 100

/** Text of the broker, cleaned: whatever it holds can be stored and shown. */
export const brokerText = z.string().transform((text) => storableText(text))

/**
 * An id, always text inside. Live order ids have 19 digits, beyond what a JavaScript number can hold: one that came as a
 * JSON number is taken only while it is exact. One that cannot be stored as it is drops its row: cleaned, it would be
 * another id.
 */
export const id = z.union([
  z.string().min(1).max(MAX_ID).refine(isStorable, 'not an id: control characters or half a surrogate pair'),
  z.int().nonnegative().transform(String),
])

/** An id that may be null, empty or absent. */
export const idOrNull = z
  .union([brokerText, z.int().nonnegative().transform(String)])
  .nullish()
  .transform((text) => text || null)

/** Text that may be null, empty or absent. */
export const textOrNull = brokerText.nullish().transform((text) => text || null)

/** Decimal rupees → whole paise. A finer fraction cannot be represented and drops the row. */
export const price = z.number().nonnegative().transform(represented(paiseFromRupees))

/** A price that may be null or absent, which the broker means as 0: none. */
export const priceOrZero = price.nullish().transform((paise) => paise ?? (0 as Paise))

/** Decimal rupees of any precision: averages, margins, charges, profits as the broker computes them. */
export const rupees = z.number()

export const rupeesOrZero = rupees.nullish().transform((value) => value ?? 0)

/** What a unit was traded at: never nothing. */
export const paidPrice = price.refine((paise) => paise > 0, 'nothing is traded at 0')

/** Units, not lots. May come as `65.0`; a fraction drops the row. */
export const quantity = z.int().nonnegative()

export const quantityOrZero = quantity.nullish().transform((units) => units ?? 0)

/** `2026-11-25 09:31:04`, IST, whole seconds. */
export const instant = z.string().transform(represented(epochFromIstText))

/** An IST instant that may be null, empty or absent. */
export const instantOrNull = z
  .union([z.literal('').transform((): EpochMs | null => null), instant])
  .nullish()
  .transform((at) => at ?? null)

export const side = z.enum(ORDER_SIDES)

/** An instrument token, unsigned 32 bit. May be 1 in the first row of an order's history. */
export const token = z.int().min(0).max(0xffff_ffff)

export const texts = z
  .array(brokerText)
  .nullish()
  .transform((list): readonly string[] => list ?? [])
