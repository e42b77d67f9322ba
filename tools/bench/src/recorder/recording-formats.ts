import { closeSync, openSync, writeSync } from 'node:fs'
import { FRAME, newRecordBatch } from '@strikewise/signals/session-recording/record-batch.ts'
import { BlockEncoder } from '@strikewise/signals/session-recording/block-codec.ts'
import { QuoteColumns, ROW_COLUMNS } from '@strikewise/signals/session-recording/quote-row.ts'
import { framedBlock, SEGMENT_MAGIC } from '@strikewise/signals/session-recording/segment.ts'
import { DEPTH_LEVELS } from '@strikewise/domain/market/quote-table.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Feed } from './feeds.ts'

/** Rows and entries of a batch, as the recorder has them. */
const CAPACITY = 4096

/** Takes a feed down into a file. */
export interface RecordingFormat {
  frame(at: EpochMs, slots: Uint32Array): void
  /** Writes what is left, and closes the file. */
  end(): void
  readonly bytes: number
  /** Spent on full batches: what the recorder's own thread does. */
  readonly batchMs: number
}

abstract class AppendedFile {
  readonly #file: number
  bytes = 0
  batchMs = 0

  constructor(name: string) {
    this.#file = openSync(name, 'w')
  }

  protected append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at)
    this.bytes += bytes.length
  }

  protected close(): void {
    closeSync(this.#file)
  }
}

/** As the product records: rows copied into columns; full batches as differences, packed, framed and appended. */
export class Columns extends AppendedFile implements RecordingFormat {
  readonly #columns: QuoteColumns
  readonly #batch = newRecordBatch(CAPACITY, CAPACITY)
  readonly #encoder = new BlockEncoder()
  #blocks = 0

  constructor({ table }: Feed, name: string) {
    super(name)
    this.#columns = new QuoteColumns(table)
    this.append(SEGMENT_MAGIC)
  }

  frame(at: EpochMs, slots: Uint32Array): void {
    const batch = this.#batch
    if (batch.entries === CAPACITY || batch.rows + slots.length > CAPACITY) this.#flush()
    batch.kinds[batch.entries] = FRAME
    batch.at[batch.entries] = at
    batch.counts[batch.entries] = slots.length
    batch.entries += 1
    for (const slot of slots) {
      batch.slots[batch.rows] = slot
      this.#columns.copy(slot, batch.values, batch.rows * ROW_COLUMNS)
      batch.rows += 1
    }
  }

  end(): void {
    this.#flush()
    this.close()
  }

  #flush(): void {
    const startedAt = performance.now()
    this.append(framedBlock(this.#blocks, this.#encoder.encode(this.#batch)))
    this.#blocks += 1
    this.#batch.entries = 0
    this.#batch.rows = 0
    this.batchMs += performance.now() - startedAt
  }
}

/** The bare loop: each tick a line of JSON with what its packet carried, as many lines a write as the other has rows a block. */
export class JsonLines extends AppendedFile implements RecordingFormat {
  readonly #feed: Feed
  readonly #encoder = new TextEncoder()
  #lines: string[] = []

  constructor(feed: Feed, name: string) {
    super(name)
    this.#feed = feed
  }

  frame(at: EpochMs, slots: Uint32Array): void {
    for (const slot of slots) this.#lines.push(JSON.stringify(tickOf(this.#feed, at, slot)))
    if (this.#lines.length >= CAPACITY) this.#flush()
  }

  end(): void {
    this.#flush()
    this.close()
  }

  #flush(): void {
    const startedAt = performance.now()
    this.append(this.#encoder.encode(`${this.#lines.join('\n')}\n`))
    this.#lines = []
    this.batchMs += performance.now() - startedAt
  }
}

function tickOf({ table: t, packets }: Feed, at: EpochMs, slot: number) {
  const tick = { at, token: t.tokens[slot]!, last: t.lastPrice[slot]! }
  if (packets === 'last price') return tick
  const levels = (column: Int32Array | Float64Array) => [
    ...column.subarray(slot * DEPTH_LEVELS, (slot + 1) * DEPTH_LEVELS),
  ]
  return {
    ...tick,
    lastQuantity: t.lastQuantity[slot]!,
    average: t.averagePrice[slot]!,
    volume: t.volume[slot]!,
    buy: t.buyQuantity[slot]!,
    sell: t.sellQuantity[slot]!,
    open: t.open[slot]!,
    high: t.high[slot]!,
    low: t.low[slot]!,
    close: t.close[slot]!,
    lastTradeAt: t.lastTradeAt[slot]!,
    oi: t.openInterest[slot]!,
    oiHigh: t.openInterestHigh[slot]!,
    oiLow: t.openInterestLow[slot]!,
    exchangeAt: t.exchangeAt[slot]!,
    bids: levels(t.bidPrice),
    bidQuantities: levels(t.bidQuantity),
    asks: levels(t.askPrice),
    askQuantities: levels(t.askQuantity),
  }
}
