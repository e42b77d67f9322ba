import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import * as z from 'zod'
import { brokerText } from '../rows/scalars.ts'
import { type OrderUpdate, orderUpdate } from '../rows/order-update.ts'

/** A text frame of the ticker socket (fact sheet §12.2). Order updates come for every order of the user, unsigned. */
export type TextFrame =
  | { readonly type: 'order'; readonly update: OrderUpdate }
  | { readonly type: 'error' | 'message'; readonly text: string }

const frame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('order'), data: orderUpdate }).transform((w): TextFrame => ({
    type: w.type,
    update: w.data,
  })),
  z.object({ type: z.enum(['error', 'message']), data: brokerText }).transform((w): TextFrame => ({
    type: w.type,
    text: w.data,
  })),
])

/** Undefined for a frame of another type or shape: count it and carry on. */
export function parseTextFrame(text: string): TextFrame | undefined {
  const json = parseJson(text)
  const parsed = frame.safeParse(json)
  return parsed.success ? parsed.data : undefined
}
