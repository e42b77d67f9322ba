import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import {
  DEPTH_LEVEL_BYTES,
  DEPTH_OFFSET,
  FRAME_HEADER_BYTES,
  PACKET_BYTES,
  PACKET_HEADER_BYTES,
  ordersAtLevel,
  type TickMode,
  isIndexToken,
  wireUnitsPerPaisa,
} from './layout.ts'

/** The one-byte frame a quiet feed sends every couple of seconds (fact sheet §19.3). */
export const HEARTBEAT_FRAME: Buffer = Buffer.from([0])

/** The wire's `int16` packet count. */
const MAX_PACKETS = 32_767

/**
 * Writes frames of the ticker from slots of a quote table: `begin`, `add` each slot, `end`. The buffer inside is used
 * again and grows to the largest frame. The inverse of `decodeFrame`.
 */
export class FrameEncoder {
  readonly #table: QuoteTable
  #buffer: Buffer
  #view: DataView
  #bytes = FRAME_HEADER_BYTES
  #packets = 0

  constructor(table: QuoteTable, initialBytes = 64 * 1024) {
    this.#table = table
    this.#buffer = Buffer.alloc(Math.max(initialBytes, FRAME_HEADER_BYTES))
    this.#view = viewOf(this.#buffer)
  }

  /** Packets added since `begin`. */
  get packets(): number {
    return this.#packets
  }

  begin(): void {
    this.#bytes = FRAME_HEADER_BYTES
    this.#packets = 0
  }

  /** Adds one packet of `slot` as it stands now. Throws RangeError when the frame already holds 32,767 packets. */
  add(slot: number, mode: TickMode): void {
    if (this.#packets === MAX_PACKETS)
      throw new RangeError(`a frame holds at most ${MAX_PACKETS} packets: start another`)
    const token = this.#table.tokens[slot]!
    const length = packetBytes(token, mode)
    this.#reserve(PACKET_HEADER_BYTES + length)
    this.#view.setUint16(this.#bytes, length)
    writePacket(this.#view, this.#bytes + PACKET_HEADER_BYTES, this.#table, slot, token, length)
    this.#bytes += PACKET_HEADER_BYTES + length
    this.#packets++
  }

  /**
   * The finished frame, valid until the next `begin`: a view of the encoder's own buffer. A socket may still hold it after
   * `send` returns, so hand a socket a copy (`Buffer.from(frame)`) and share that copy among all who get the frame.
   */
  end(): Buffer {
    this.#view.setUint16(0, this.#packets)
    return this.#buffer.subarray(0, this.#bytes)
  }

  #reserve(more: number): void {
    if (this.#bytes + more <= this.#buffer.length) return
    const larger = Buffer.alloc(Math.max(this.#buffer.length * 2, this.#bytes + more))
    this.#buffer.copy(larger, 0, 0, this.#bytes)
    this.#buffer = larger
    this.#view = viewOf(larger)
  }
}

/** One frame of its own memory with all `slots` in `mode`. */
export function encodeFrame(table: QuoteTable, slots: Iterable<number>, mode: TickMode): Buffer {
  const encoder = new FrameEncoder(table, 4096)
  encoder.begin()
  for (const slot of slots) encoder.add(slot, mode)
  return Buffer.from(encoder.end())
}

function viewOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
}

function packetBytes(token: number, mode: TickMode): number {
  if (mode === 'ltp') return PACKET_BYTES.ltp
  const full = mode === 'full'
  if (isIndexToken(token)) return full ? PACKET_BYTES.indexFull : PACKET_BYTES.indexQuote
  return full ? PACKET_BYTES.full : PACKET_BYTES.quote
}

function writePacket(view: DataView, at: number, table: QuoteTable, slot: number, token: number, length: number): void {
  const units = wireUnitsPerPaisa(token)
  view.setUint32(at, token)
  view.setInt32(at + 4, table.lastPrice[slot]! * units)
  if (length === PACKET_BYTES.indexQuote || length === PACKET_BYTES.indexFull) writeIndex(view, at, length, table, slot)
  else if (length >= PACKET_BYTES.quote) writeDay(view, at, table, slot, units)
  if (length === PACKET_BYTES.full) writeFull(view, at, table, slot, units)
}

function writeIndex(view: DataView, at: number, length: number, table: QuoteTable, slot: number): void {
  view.setInt32(at + 8, table.high[slot]!)
  view.setInt32(at + 12, table.low[slot]!)
  view.setInt32(at + 16, table.open[slot]!)
  view.setInt32(at + 20, table.close[slot]!)
  view.setInt32(at + 24, table.lastPrice[slot]! - table.close[slot]!)
  if (length === PACKET_BYTES.indexFull) view.setUint32(at + 28, table.exchangeAt[slot]! / 1000)
}

function writeDay(view: DataView, at: number, table: QuoteTable, slot: number, units: number): void {
  view.setUint32(at + 8, table.lastQuantity[slot]!)
  view.setInt32(at + 12, table.averagePrice[slot]! * units)
  view.setUint32(at + 16, table.volume[slot]!)
  view.setUint32(at + 20, table.buyQuantity[slot]!)
  view.setUint32(at + 24, table.sellQuantity[slot]!)
  view.setInt32(at + 28, table.open[slot]! * units)
  view.setInt32(at + 32, table.high[slot]! * units)
  view.setInt32(at + 36, table.low[slot]! * units)
  view.setInt32(at + 40, table.close[slot]! * units)
}

function writeFull(view: DataView, at: number, table: QuoteTable, slot: number, units: number): void {
  view.setUint32(at + 44, table.lastTradeAt[slot]! / 1000)
  view.setUint32(at + 48, table.openInterest[slot]!)
  view.setUint32(at + 52, table.openInterestHigh[slot]!)
  view.setUint32(at + 56, table.openInterestLow[slot]!)
  view.setUint32(at + 60, table.exchangeAt[slot]! / 1000)
  const bids = at + DEPTH_OFFSET
  const asks = bids + DEPTH_LEVELS * DEPTH_LEVEL_BYTES
  for (let level = 0; level < DEPTH_LEVELS; level++) {
    const from = slot * DEPTH_LEVELS + level
    writeLevel(view, bids + level * DEPTH_LEVEL_BYTES, table.bidQuantity[from]!, table.bidPrice[from]! * units)
    writeLevel(view, asks + level * DEPTH_LEVEL_BYTES, table.askQuantity[from]!, table.askPrice[from]! * units)
  }
}

/** The table does not keep how many orders stand at a level: the wire gets what a book of that size would have. */
function writeLevel(view: DataView, at: number, quantity: number, wirePrice: number): void {
  view.setUint32(at, quantity)
  view.setInt32(at + 4, wirePrice)
  view.setUint16(at + 8, ordersAtLevel(quantity))
  view.setUint16(at + 10, 0)
}
