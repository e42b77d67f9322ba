import type { BrokerRefusal } from '@strikewise/broker-conformance/broker-bench.ts'
import { recordedErrors } from './recordings.ts'

/** A refusal as the broker words it on the wire. */
export interface WireRefusal {
  readonly httpStatus: number
  readonly errorType: string
  readonly message: string
}

/** How the recorded refusal of each code begins. */
const RECORDED: Readonly<Partial<Record<BrokerRefusal, string>>> = {
  funds: 'Insufficient funds',
  freeze: 'The order quantity',
  bad_request: 'Quantity should be',
  processing: 'Order cannot be',
  unknown_order: "Couldn't find that",
  modify_limit: 'Maximum allowed order modifications',
  rate_limited: 'Too many requests',
  token_expired: 'Incorrect `api_key`',
  not_permitted: 'IP (',
}

/** Words that were reported (kite-connect §4.2) and are in no recording. */
const REPORTED: Readonly<Partial<Record<BrokerRefusal, string>>> = {
  trigger_through: 'Trigger price for stoploss sell orders should be lower than the last traded price (100).',
  price_band: 'Price exceeds circuit limits. Place an order within the daily range.',
  session_closed: 'MIS (intraday) are blocked as the markets are not open for trading today.',
  other: 'A reason nobody has heard before.',
}

export function rejectionTexts(code: BrokerRefusal): WireRefusal {
  const reported = REPORTED[code]
  if (reported !== undefined) return { httpStatus: 400, errorType: 'InputException', message: reported }
  const start = RECORDED[code]!
  const sample = recordedErrors().find(({ body }) => body?.message.startsWith(start))!
  return { httpStatus: sample.http_status, errorType: sample.body!.error_type, message: sample.body!.message }
}
