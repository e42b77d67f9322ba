import { ENTRY_KINDS, FRAME, newRecordBatch, TIMER, type RecordBatch } from './record-batch.ts'
import { ByteSink, ByteSource } from './byte-sink.ts'
import { ROW_COLUMNS } from './quote-row.ts'

/** More entries or rows than any writer puts into a block: a count beyond is damage. */
const MOST = 1 << 20

/** The newest row of each slot: a row is stored as what changed since. Both ends of the codec keep one a segment. */
class RowDictionary {
  #values = new Float64Array(1024 * ROW_COLUMNS)

  /** The values, with room for `slots` slots; ours to write. */
  capacityFor(slots: number): Float64Array {
    if (slots * ROW_COLUMNS > this.#values.length) {
      const larger = new Float64Array(2 * slots * ROW_COLUMNS)
      larger.set(this.#values)
      this.#values = larger
    }
    return this.#values
  }
}

/**
 * Turns batches into bytes, one block each: column after column, numbers as differences (an instant from the one
 * before, a quote's number from the same instrument's row before). Blocks of one encoder build on each other.
 */
export class BlockEncoder {
  readonly #sink = new ByteSink()
  readonly #known = new RowDictionary()
  readonly #text = new TextEncoder()
  #at = 0

  /** The block's bytes, valid until the next call. Throws RangeError on a number that is not whole or too large. */
  encode(batch: RecordBatch): Uint8Array {
    const sink = this.#sink
    const { entries, rows } = batch
    sink.clear()
    sink.unsigned(entries)
    sink.unsigned(rows)
    for (let i = 0; i < entries; i += 1) sink.unsigned(batch.kinds[i]!)
    for (let i = 0; i < entries; i += 1) {
      sink.signed(batch.at[i]! - this.#at)
      this.#at = batch.at[i]!
    }
    for (let i = 0; i < entries; i += 1) if (batch.kinds[i] === FRAME) sink.unsigned(batch.counts[i]!)
    let slots = 0
    for (let row = 0; row < rows; row += 1) {
      const slot = batch.slots[row]!
      sink.signed(slot - (row === 0 ? 0 : batch.slots[row - 1]!))
      slots = Math.max(slots, slot + 1)
    }
    const known = this.#known.capacityFor(slots)
    for (let column = 0; column < ROW_COLUMNS; column += 1)
      for (let row = 0; row < rows; row += 1) {
        const at = batch.slots[row]! * ROW_COLUMNS + column
        const value = batch.values[row * ROW_COLUMNS + column]!
        sink.signed(value - known[at]!)
        known[at] = value
      }
    for (const note of batch.notes) {
      const bytes = this.#text.encode(note)
      sink.unsigned(bytes.length)
      sink.raw(bytes)
    }
    return sink.written
  }
}

/** Turns the blocks of one encoder back into batches, in their order. */
export class BlockDecoder {
  readonly #known = new RowDictionary()
  readonly #text = new TextDecoder('utf-8', { fatal: true })
  #at = 0

  /** Throws RangeError or TypeError on bytes that no encoder wrote. */
  decode(bytes: Uint8Array): RecordBatch {
    const source = new ByteSource(bytes)
    const entries = source.unsigned()
    const rows = source.unsigned()
    if (entries > MOST || rows > MOST) throw new RangeError(`${entries} entries and ${rows} rows in a block`)
    const batch = newRecordBatch(entries, rows)
    batch.entries = entries
    batch.rows = rows
    let notes = 0
    for (let i = 0; i < entries; i += 1) {
      const kind = source.unsigned()
      if (kind >= ENTRY_KINDS.length) throw new RangeError(`an entry of the unknown kind ${kind}`)
      batch.kinds[i] = kind
      if (kind > TIMER) notes += 1
    }
    for (let i = 0; i < entries; i += 1) batch.at[i] = this.#at += source.signed()
    this.#readRows(source, batch)
    for (let i = 0; i < notes; i += 1) batch.notes.push(this.#text.decode(source.raw(source.unsigned())))
    if (!source.isAtEnd) throw new RangeError('bytes left over behind a block')
    return batch
  }

  #readRows(source: ByteSource, batch: RecordBatch): void {
    const { entries, rows } = batch
    let counted = 0
    for (let i = 0; i < entries; i += 1) if (batch.kinds[i] === FRAME) counted += batch.counts[i] = source.unsigned()
    if (counted !== rows) throw new RangeError(`${rows} rows in a block whose frames have ${counted}`)
    let slot = 0
    let slots = 0
    for (let row = 0; row < rows; row += 1) {
      slot += source.signed()
      if (slot < 0 || slot > MOST) throw new RangeError(`a row of slot ${slot}`)
      batch.slots[row] = slot
      slots = Math.max(slots, slot + 1)
    }
    const known = this.#known.capacityFor(slots)
    for (let column = 0; column < ROW_COLUMNS; column += 1)
      for (let row = 0; row < rows; row += 1) {
        const at = batch.slots[row]! * ROW_COLUMNS + column
        batch.values[row * ROW_COLUMNS + column] = known[at] = known[at]! + source.signed()
      }
  }
}
