import { ROW_COLUMNS } from './quote-row.ts'

/** What an entry of a recording is. Stored as these numbers: the list only grows at its end. */
export const ENTRY_KINDS = ['frame', 'timer', 'opening', 'flows', 'headlines', 'feed', 'gap'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]
export const FRAME = 0
export const TIMER = 1

/**
 * A stretch of a recording as columns, in the order in which things happened: an entry is a frame of the feed with its
 * rows, a call of the timer, or a note (any other kind), whose JSON stands in `notes`. Buffers can be handed to another thread.
 */
export interface RecordBatch {
  entries: number
  rows: number
  /** By entry: kind, instant (epoch ms), rows of a frame. */
  readonly kinds: Uint8Array<ArrayBuffer>
  readonly at: Float64Array<ArrayBuffer>
  readonly counts: Uint32Array<ArrayBuffer>
  /** By row: slot of the quote table, and `ROW_COLUMNS` numbers. */
  readonly slots: Uint32Array<ArrayBuffer>
  readonly values: Float64Array<ArrayBuffer>
  readonly notes: string[]
}

/** An empty batch with room for that many entries and rows. */
export function newRecordBatch(entryCapacity: number, rowCapacity: number): RecordBatch {
  return {
    entries: 0,
    rows: 0,
    kinds: new Uint8Array(entryCapacity),
    at: new Float64Array(entryCapacity),
    counts: new Uint32Array(entryCapacity),
    slots: new Uint32Array(rowCapacity),
    values: new Float64Array(rowCapacity * ROW_COLUMNS),
    notes: [],
  }
}
