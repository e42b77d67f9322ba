import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import * as z from 'zod'
import { type OrderUpdate, orderUpdate } from '../rows/order-update.ts'
import { reasonOf } from '../rows/parse.ts'
import { type Revealable, revealed } from '@strikewise/domain/text/secret.ts'
import { postbackChecksum, sameChecksum } from './checksum.ts'

export type Postback =
  | { readonly ok: true; readonly update: OrderUpdate }
  | { readonly ok: false; readonly code: 'not_json' | 'unsigned' | 'checksum_mismatch' }
  | { readonly ok: false; readonly code: 'unreadable'; readonly reason: string }

const signed = z.object({ order_id: z.string(), order_timestamp: z.string(), checksum: z.string().min(1) })

/**
 * Checks and reads the raw body of a postback (fact sheet §12.1). The checksum covers the order id and its time only:
 * a valid postback is a hint to read the order book, never a fact about price, quantity or status.
 */
export function parsePostback(rawBody: string | Uint8Array, apiSecret: string | Revealable): Postback {
  const json = parseJson(typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8'))
  if (json === undefined) return { ok: false, code: 'not_json' }
  const fields = signed.safeParse(json)
  if (!fields.success) return { ok: false, code: 'unsigned' }
  const expected = postbackChecksum(fields.data.order_id, fields.data.order_timestamp, revealed(apiSecret))
  if (!sameChecksum(fields.data.checksum, expected)) return { ok: false, code: 'checksum_mismatch' }
  const update = orderUpdate.safeParse(json)
  return update.success
    ? { ok: true, update: update.data }
    : { ok: false, code: 'unreadable', reason: reasonOf(update.error) }
}
