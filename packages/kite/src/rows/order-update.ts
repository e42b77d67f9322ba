import * as z from 'zod'
import { kiteOrder } from './order.ts'
import { idOrNull, quantity } from './scalars.ts'

/**
 * An order as pushed in a postback or a text frame of the ticker (fact sheet §12). `order.status` may be `UPDATE`, which
 * the book never shows: a part fill or a change of an open order. Pushes come twice, late, out of order or never.
 */
export const orderUpdate = z
  .looseObject({ user_id: idOrNull, unfilled_quantity: quantity.nullish() })
  .transform(({ user_id, unfilled_quantity, ...row }, context) => {
    const order = kiteOrder.safeParse(row)
    if (!order.success) {
      for (const { path, message } of order.error.issues)
        context.issues.push({ code: 'custom', path, message, input: row })
      return z.NEVER
    }
    return { userId: user_id, unfilledQuantity: unfilled_quantity ?? null, order: order.data }
  })

export type OrderUpdate = Readonly<z.output<typeof orderUpdate>>
