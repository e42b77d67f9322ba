import * as z from 'zod'
import { brokerText, id } from '../rows/scalars.ts'
import type { HttpResult } from './http-result.ts'
import { type WriteOutcome, classifyWrite } from './classify-write.ts'

/** One slice of an order split by the broker above the freeze quantity (fact sheet §8). Part success is normal. */
export type Slice =
  | { readonly orderId: string }
  | { readonly rejected: { readonly errorType: string | null; readonly message: string } }

/** The order system took the order: not at the exchange yet, not filled. */
export interface AcceptedOrder {
  readonly orderId: string
  /** Empty but for split orders. Reconcile by tag over the order book, never by counting these. */
  readonly slices: readonly Slice[]
}

export type PlaceOutcome = WriteOutcome<AcceptedOrder>
/** The request was taken; whether the change happened, the order's row shows. */
export type ChangeOutcome = WriteOutcome<{ readonly orderId: string }>
export type GttOutcome = WriteOutcome<{ readonly gttId: string }>
export type PlainOutcome = WriteOutcome<object>

const placed = z.object({ order_id: id }).transform((w): Slice => ({ orderId: w.order_id }))
const slice = z.union([
  placed,
  z
    .object({ error: z.object({ error_type: brokerText.nullish(), message: brokerText.nullish() }) })
    .transform(({ error }): Slice => ({
      rejected: { errorType: error.error_type ?? null, message: error.message ?? '' },
    })),
])
const single = z.object({ order_id: id, children: z.array(slice).nullish() })

/** What `POST /orders/{variety}` answered. Both shapes of a split order are read (fact sheet §8). */
export function classifyPlace(result: HttpResult): PlaceOutcome {
  return classifyWrite(result, (data): AcceptedOrder | undefined => {
    if (Array.isArray(data)) {
      const slices = z.array(slice).safeParse(data)
      const first = slices.data?.find((one) => 'orderId' in one)
      return slices.success && first ? { orderId: first.orderId, slices: slices.data } : undefined
    }
    const parsed = single.safeParse(data)
    return parsed.success ? { orderId: parsed.data.order_id, slices: parsed.data.children ?? [] } : undefined
  })
}

/** What `PUT /orders/{variety}/{order_id}` answered: accepted only when it names the order that was meant. */
export function classifyModify(result: HttpResult, orderId: string): ChangeOutcome {
  return classifyChange(result, orderId)
}

/** What `DELETE /orders/{variety}/{order_id}` answered. Accepted does not mean cancelled: a fill may win the race. */
export function classifyCancel(result: HttpResult, orderId: string): ChangeOutcome {
  return classifyChange(result, orderId)
}

function classifyChange(result: HttpResult, orderId: string): ChangeOutcome {
  return classifyWrite(result, (data) => {
    const parsed = z.object({ order_id: id }).safeParse(data)
    return parsed.data?.order_id === orderId ? { orderId } : undefined
  })
}

/** What a GTT call answered: its `trigger_id`. */
export function classifyGtt(result: HttpResult): GttOutcome {
  return classifyWrite(result, (data) => {
    const parsed = z.object({ trigger_id: id }).safeParse(data)
    return parsed.success ? { gttId: parsed.data.trigger_id } : undefined
  })
}

/** Calls that answer `data: true`. */
export function classifyPlain(result: HttpResult): PlainOutcome {
  return classifyWrite(result, (data) => (data === true ? {} : undefined))
}
