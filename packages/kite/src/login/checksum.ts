import { createHash, timingSafeEqual } from 'node:crypto'

/** SHA-256 in lower-case hex of `api_key + request_token + api_secret`, joined without separators (fact sheet §3.1). */
export function sessionChecksum(apiKey: string, requestToken: string, apiSecret: string): string {
  return sha256(apiKey + requestToken + apiSecret).toString('hex')
}

/** SHA-256 in lower-case hex of `order_id + order_timestamp + api_secret`, both texts exactly as in the body (§12.1). */
export function postbackChecksum(orderId: string, orderTimestamp: string, apiSecret: string): string {
  return sha256(orderId + orderTimestamp + apiSecret).toString('hex')
}

/** Compares in constant time, whatever the lengths. */
export function sameChecksum(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
