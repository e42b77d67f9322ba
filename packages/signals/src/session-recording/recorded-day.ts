import type { FiiDiiRow } from '../agents/fii-dii-row.ts'
import type { Headline } from '../agents/sentiment.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { ENTRY_KINDS, type RecordBatch } from './record-batch.ts'
import { BlockDecoder } from './block-codec.ts'
import { headerOf, type RecordingHeader } from './recording-header.ts'
import { QuoteColumns, ROW_COLUMNS } from './quote-row.ts'
import { blocksOf, type SegmentDamage } from './segment.ts'

/** One file of a recorded day. */
export interface RecordedSegment {
  readonly name: string
  /** Its bytes; asked for once, when its turn comes. */
  readonly read: () => Uint8Array
}

/** A frame of the feed as the pipelines saw it: which slots of the table it wrote, in order, and what stood there then. */
export interface RecordedFrame {
  readonly kind: 'frame'
  /** When the server received it. */
  readonly at: EpochMs
  /** A slot may come twice. */
  readonly slots: Uint32Array
  /** `ROW_COLUMNS` numbers a slot; `applyFrame` writes them into a table. */
  readonly values: Float64Array
}

/**
 * What happened, in the order it happened; `at` is the product's clock then (epoch ms). `timer`: the pipelines were given
 * the time. `flows` and `headlines`: figures and headlines that came after the opening. `feed`: the state the
 * connection entered. `gap`: so many frames were not recorded here. `damage`: the rest of a file cannot be read.
 */
export type RecordedEvent =
  | RecordedFrame
  | { readonly kind: 'timer'; readonly at: EpochMs }
  | { readonly kind: 'opening'; readonly at: EpochMs; readonly opening: RecordingHeader }
  | { readonly kind: 'flows'; readonly at: EpochMs; readonly rows: readonly FiiDiiRow[] }
  | { readonly kind: 'headlines'; readonly at: EpochMs; readonly headlines: readonly Headline[] }
  | { readonly kind: 'feed'; readonly at: EpochMs; readonly state: string }
  | { readonly kind: 'gap'; readonly at: EpochMs; readonly frames: number }
  | { readonly kind: 'damage'; readonly damage: SegmentDamage }

/**
 * Everything a recorded day holds, from `segments` in the order of their names. Lazy: one file and one block are in
 * memory at a time. An `opening` comes before anything that needs one, as long as the first file is whole. Never throws
 * on any bytes: what cannot be read is a `damage`, and the next file goes on, with the table as it stood.
 */
export function* readRecordedDay(segments: readonly RecordedSegment[]): Generator<RecordedEvent> {
  for (const segment of segments) {
    const blocks = blocksOf(segment.name, segment.read())
    const decoder = new BlockDecoder()
    for (let number = 0; ; number += 1) {
      const block = blocks.next()
      if (block.done === true) {
        if (block.value !== undefined) yield { kind: 'damage', damage: block.value }
        break
      }
      const events = decoded(decoder, block.value)
      if (events === undefined) {
        const reason = 'the block is no recording'
        yield { kind: 'damage', damage: { segment: segment.name, block: number, reason } }
        break
      }
      yield* events
    }
  }
}

/** The first opening of a day: its contracts, and what was known before the first tick. Undefined: there is none. */
export function firstOpening(segments: readonly RecordedSegment[]): RecordingHeader | undefined {
  for (const event of readRecordedDay(segments)) if (event.kind === 'opening') return event.opening
  return undefined
}

/** Writes a frame's quotes into `table`, whose slots are those of the frame's opening (`tableOf`). */
export function applyFrame({ at, slots, values }: RecordedFrame, table: QuoteTable): void {
  const columns = new QuoteColumns(table)
  for (let row = 0; row < slots.length; row += 1) {
    const slot = slots[row]!
    columns.apply(values, row * ROW_COLUMNS, slot)
    table.receivedAt[slot] = at
  }
}

function decoded(decoder: BlockDecoder, block: Uint8Array): RecordedEvent[] | undefined {
  try {
    return eventsOf(decoder.decode(block))
  } catch (error) {
    // RangeError, TypeError, SyntaxError: bytes under a sound checksum that this program did not write.
    if (error instanceof Error) return undefined
    throw error
  }
}

function eventsOf(batch: RecordBatch): RecordedEvent[] {
  const events: RecordedEvent[] = []
  let row = 0
  let note = 0
  for (let i = 0; i < batch.entries; i += 1) {
    const kind = ENTRY_KINDS[batch.kinds[i]!]!
    const at = batch.at[i]! as EpochMs
    if (kind === 'frame') {
      const end = row + batch.counts[i]!
      const values = batch.values.subarray(row * ROW_COLUMNS, end * ROW_COLUMNS)
      events.push({ kind, at, slots: batch.slots.subarray(row, end), values })
      row = end
    } else if (kind === 'timer') events.push({ kind, at })
    else {
      const text = batch.notes[note++]!
      if (kind === 'opening') events.push({ kind, at, opening: headerOf(text) })
      else if (kind === 'flows') events.push({ kind, at, rows: JSON.parse(text) })
      else if (kind === 'headlines') events.push({ kind, at, headlines: JSON.parse(text) })
      else if (kind === 'feed') events.push({ kind, at, state: JSON.parse(text) })
      else events.push({ kind, at, frames: JSON.parse(text) })
    }
  }
  return events
}
