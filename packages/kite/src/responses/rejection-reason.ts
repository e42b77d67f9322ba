/**
 * What a refusal's text seems to be about, for the user's words and for choosing the next step. The broker changes its
 * texts: a hint never decides whether an order exists, save that an OrderException with a known text is a refusal.
 */
export type RejectionHint =
  | 'ip_not_listed'
  | 'market_protection_missing'
  | 'freeze_quantity'
  | 'funds'
  | 'trigger_side'
  | 'price_band'
  | 'strike_range'
  | 'market_closed'
  | 'modifications_used_up'
  | 'order_cap'
  | 'being_processed'
  | 'order_not_found'
  | 'lot_multiple'
  | 'tick_multiple'
  | 'unknown_symbol'
  | 'order_type_unavailable'
  | 'not_traded'

/** Texts of fact sheet §4.2, most specific first. No nested repeats: they run on foreign text. */
const PATTERNS: readonly (readonly [RejectionHint, RegExp])[] = [
  ['ip_not_listed', /\bIP\b.{0,60} is not allowed to place orders/i],
  ['market_protection_missing', /without market protection/i],
  ['freeze_quantity', /maximum quantity of|freeze quantity/i],
  ['funds', /insufficient funds|margin exceeds/i],
  ['trigger_side', /trigger price for stoploss/i],
  ['price_band', /circuit limit|price protection range|within the daily range/i],
  ['strike_range', /strike price is outside/i],
  ['market_closed', /markets are (?:not open|closed)|\bMIS\b.{0,40} blocked after/i],
  ['modifications_used_up', /maximum allowed order modifications/i],
  ['order_cap', /maximum allowed order requests/i],
  ['being_processed', /cannot be (?:cancelled|modified) as it is being processed/i],
  ['order_not_found', /couldn.t find that .?order_id/i],
  ['lot_multiple', /multiple of the lot size/i],
  ['tick_multiple', /multiples? of tick size|tick size for this/i],
  ['unknown_symbol', /invalid .?tradingsymbol/i],
  ['order_type_unavailable', /\b16052\b|function not available/i],
  ['not_traded', /\b1718[12]\b|contract not traded/i],
]

/** The hint for a refusal's message, or for the `statusMessage` of a REJECTED order. Null for a text we do not know. */
export function rejectionHintOf(message: string | null): RejectionHint | null {
  if (message === null) return null
  return PATTERNS.find(([, pattern]) => pattern.test(message))?.[0] ?? null
}

/** The order system stopped waiting, but the order may still go live: whatever the status and type show, it is in doubt. */
export function isTimeoutText(message: string): boolean {
  return /time[d]?[\s-]?out/i.test(message)
}
