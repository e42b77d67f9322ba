/**
 * The binary packets of the ticker (Kite Connect fact sheet §19.3–19.4). Everything is big-endian; tokens, quantities,
 * volumes, open interest and times are unsigned 32 bit, prices signed.
 */

/** How much of an instrument the broker sends: last price only, the day's figures, or those with the five best levels. */
export type TickMode = 'ltp' | 'quote' | 'full'

/** Bytes of a packet; kind and mode are known by length alone, indices apart by their token's segment. */
export const PACKET_BYTES = {
  ltp: 8,
  indexQuote: 28,
  indexFull: 32,
  quote: 44,
  full: 184,
} as const

/** `uint16 packets`, and before each packet `uint16 bytes`. */
export const FRAME_HEADER_BYTES = 2
export const PACKET_HEADER_BYTES = 2

/** Offset of the first bid of a full packet; five bids, then five asks. */
export const DEPTH_OFFSET = 64
/** Bytes of one level: quantity 4, price 4, orders 2, padding 2. */
export const DEPTH_LEVEL_BYTES = 12

/** The last byte of a token names the segment. */
const SEGMENT_CDS = 3
const SEGMENT_BCD = 6
const SEGMENT_INDICES = 9

/** Most instruments one connection may subscribe to (fact sheet §5). */
export const MAX_TOKENS_PER_CONNECTION = 3000

/**
 * Wire units in one paisa: rupee segments send paise, currency segments 1/10,000,000 (NSE) or 1/10,000 (BSE) of a rupee.
 */
export function wireUnitsPerPaisa(token: number): number {
  const segment = token & 0xff
  if (segment === SEGMENT_CDS) return 100_000
  if (segment === SEGMENT_BCD) return 100
  return 1
}

/** True for NIFTY 50, NIFTY BANK, INDIA VIX and the like, whose packets have their own shape. */
export function isIndexToken(token: number): boolean {
  return (token & 0xff) === SEGMENT_INDICES
}

/** Units of a level whose orders would number two; their count grows with the root of the quantity. */
const UNITS_OF_TWO_ORDERS = 50
const MAX_ORDERS = 65_535

/** How many orders stand at a depth level of `quantity` units, where only the quantity is known: 0 for an empty level. */
export function ordersAtLevel(quantity: number): number {
  if (quantity <= 0) return 0
  return Math.min(MAX_ORDERS, Math.floor(1 + Math.sqrt(quantity / UNITS_OF_TWO_ORDERS)))
}
