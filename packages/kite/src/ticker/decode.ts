import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import {
  DEPTH_LEVEL_BYTES,
  DEPTH_OFFSET,
  FRAME_HEADER_BYTES,
  PACKET_BYTES,
  PACKET_HEADER_BYTES,
  isIndexToken,
  wireUnitsPerPaisa,
} from './layout.ts'

/** What the decoder met, as running totals for metrics. One object for the life of a connection. */
export interface DecodeCounts {
  /** Frames with packets that were applied. */
  frames: number
  heartbeats: number
  /** Packets written into the table. */
  packets: number
  /** Packets of instruments the table does not hold. */
  unknownTokens: number
  /** Packets of a length this decoder does not know, or of the wrong kind for their instrument. */
  unknownPackets: number
  /** Packets with a price that is not whole paise (currency instruments). */
  unrepresentable: number
  /** Frames whose lengths run past their end: dropped whole, since nothing in them can be trusted. */
  truncatedFrames: number
}

export function newDecodeCounts(): DecodeCounts {
  return {
    frames: 0,
    heartbeats: 0,
    packets: 0,
    unknownTokens: 0,
    unknownPackets: 0,
    unrepresentable: 0,
    truncatedFrames: 0,
  }
}

/** `heartbeat`: at most one byte. `truncated`: dropped whole. */
export type FrameKind = 'ticks' | 'heartbeat' | 'truncated'

/**
 * Writes one binary frame of the ticker into `table`: prices in paise, times in epoch ms (0: none). A packet sets only
 * the columns its mode carries, and `receivedAt`. Instruments not in the table are skipped and counted.
 * Allocates nothing per packet and never throws on any bytes. `onSlot` is called after a slot was written.
 */
export function decodeFrame(
  frame: Uint8Array,
  table: QuoteTable,
  receivedAt: EpochMs,
  onSlot?: (slot: number) => void,
  counts?: DecodeCounts,
): FrameKind {
  const bytes = frame.byteLength
  if (bytes < FRAME_HEADER_BYTES) {
    if (counts) counts.heartbeats++
    return 'heartbeat'
  }
  const view = new DataView(frame.buffer, frame.byteOffset, bytes)
  const packets = view.getUint16(0)
  if (!lengthsFit(view, packets, bytes)) {
    if (counts) counts.truncatedFrames++
    return 'truncated'
  }
  let offset = FRAME_HEADER_BYTES
  for (let n = 0; n < packets; n++) {
    const length = view.getUint16(offset)
    offset += PACKET_HEADER_BYTES
    decodePacket(view, offset, length, table, receivedAt, onSlot, counts)
    offset += length
  }
  if (counts) counts.frames++
  return 'ticks'
}

/** Walks the lengths before anything is written, so that a cut frame leaves no half of itself in the table. */
function lengthsFit(view: DataView, packets: number, bytes: number): boolean {
  let offset = FRAME_HEADER_BYTES
  for (let n = 0; n < packets; n++) {
    if (offset + PACKET_HEADER_BYTES > bytes) return false
    offset += PACKET_HEADER_BYTES + view.getUint16(offset)
    if (offset > bytes) return false
  }
  return true
}

function decodePacket(
  view: DataView,
  at: number,
  length: number,
  table: QuoteTable,
  receivedAt: EpochMs,
  onSlot: ((slot: number) => void) | undefined,
  counts: DecodeCounts | undefined,
): void {
  const token = length >= PACKET_BYTES.ltp ? view.getUint32(at) : 0
  if (!lengthSuits(token, length)) {
    if (counts) counts.unknownPackets++
    return
  }
  const slot = table.slotOf(token)
  if (slot < 0) {
    if (counts) counts.unknownTokens++
    return
  }
  const units = wireUnitsPerPaisa(token)
  if (units !== 1 && !pricesAreWholePaise(view, at, length, units)) {
    if (counts) counts.unrepresentable++
    return
  }
  table.lastPrice[slot] = view.getInt32(at + 4) / units
  if (length === PACKET_BYTES.indexQuote || length === PACKET_BYTES.indexFull) readIndex(view, at, length, table, slot)
  else if (length >= PACKET_BYTES.quote) readDay(view, at, table, slot, units)
  if (length === PACKET_BYTES.full) readFull(view, at, table, slot, units)
  table.receivedAt[slot] = receivedAt
  if (counts) counts.packets++
  onSlot?.(slot)
}

function lengthSuits(token: number, length: number): boolean {
  if (length === PACKET_BYTES.ltp) return true
  return isIndexToken(token)
    ? length === PACKET_BYTES.indexQuote || length === PACKET_BYTES.indexFull
    : length === PACKET_BYTES.quote || length === PACKET_BYTES.full
}

/** Index packets hold high, low, open, close in that order; the change at 24 follows from last price and close. */
function readIndex(view: DataView, at: number, length: number, table: QuoteTable, slot: number): void {
  table.high[slot] = view.getInt32(at + 8)
  table.low[slot] = view.getInt32(at + 12)
  table.open[slot] = view.getInt32(at + 16)
  table.close[slot] = view.getInt32(at + 20)
  if (length === PACKET_BYTES.indexFull) table.exchangeAt[slot] = view.getUint32(at + 28) * 1000
}

function readDay(view: DataView, at: number, table: QuoteTable, slot: number, units: number): void {
  table.lastQuantity[slot] = view.getUint32(at + 8)
  table.averagePrice[slot] = Math.round(view.getInt32(at + 12) / units)
  table.volume[slot] = view.getUint32(at + 16)
  table.buyQuantity[slot] = view.getUint32(at + 20)
  table.sellQuantity[slot] = view.getUint32(at + 24)
  table.open[slot] = view.getInt32(at + 28) / units
  table.high[slot] = view.getInt32(at + 32) / units
  table.low[slot] = view.getInt32(at + 36) / units
  table.close[slot] = view.getInt32(at + 40) / units
}

function readFull(view: DataView, at: number, table: QuoteTable, slot: number, units: number): void {
  table.lastTradeAt[slot] = view.getUint32(at + 44) * 1000
  table.openInterest[slot] = view.getUint32(at + 48)
  table.openInterestHigh[slot] = view.getUint32(at + 52)
  table.openInterestLow[slot] = view.getUint32(at + 56)
  table.exchangeAt[slot] = view.getUint32(at + 60) * 1000
  const first = slot * DEPTH_LEVELS
  let bid = at + DEPTH_OFFSET
  let ask = bid + DEPTH_LEVELS * DEPTH_LEVEL_BYTES
  for (let level = first; level < first + DEPTH_LEVELS; level++) {
    table.bidQuantity[level] = view.getUint32(bid)
    table.bidPrice[level] = view.getInt32(bid + 4) / units
    table.askQuantity[level] = view.getUint32(ask)
    table.askPrice[level] = view.getInt32(ask + 4) / units
    bid += DEPTH_LEVEL_BYTES
    ask += DEPTH_LEVEL_BYTES
  }
}

/** Currency prices have four decimals of a rupee; the table holds paise. Averages are not asked: they are estimates. */
function pricesAreWholePaise(view: DataView, at: number, length: number, units: number): boolean {
  if (view.getInt32(at + 4) % units !== 0) return false
  if (length >= PACKET_BYTES.quote)
    for (let price = at + 28; price <= at + 40; price += 4) if (view.getInt32(price) % units !== 0) return false
  if (length === PACKET_BYTES.full)
    for (let level = 0; level < 2 * DEPTH_LEVELS; level++)
      if (view.getInt32(at + DEPTH_OFFSET + level * DEPTH_LEVEL_BYTES + 4) % units !== 0) return false
  return true
}
