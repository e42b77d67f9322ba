import type { OrderRejection } from '@strikewise/exchange/order-types.ts'
import { KiteError } from '../kite-error.ts'

/** The exchange's refusal as the broker's answer. */
export function rejectedAs(refusal: OrderRejection): KiteError {
  return new KiteError(refusal.httpStatus, refusal.errorType, refusal.message)
}
