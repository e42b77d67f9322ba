import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENTRY_KINDS, FRAME, newRecordBatch, TIMER, type RecordBatch } from './record-batch.ts'
import { BlockDecoder, BlockEncoder } from './block-codec.ts'
import { LARGEST_STORED } from './byte-sink.ts'
import { ROW_COLUMNS } from './quote-row.ts'
import { blocksOf, framedBlock, SEGMENT_MAGIC } from './segment.ts'

/** Differences of two stored numbers must be storable too. */
const LARGEST = Math.floor(LARGEST_STORED / 2)
const value = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -1000, max: 1000 }),
  fc.integer({ min: -LARGEST, max: LARGEST }),
)
const row = fc.record({
  slot: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5000 })),
  values: fc.array(value, { minLength: ROW_COLUMNS, maxLength: ROW_COLUMNS }),
})
const at = fc.integer({ min: 0, max: LARGEST })
const entry = fc.oneof(
  fc.record({ kind: fc.constant(FRAME), at, rows: fc.array(row, { maxLength: 4 }), note: fc.constant('') }),
  fc.record({ kind: fc.constant(TIMER), at, rows: fc.constant([]), note: fc.constant('') }),
  fc.record({
    kind: fc.integer({ min: TIMER + 1, max: ENTRY_KINDS.length - 1 }),
    at,
    rows: fc.constant([]),
    note: fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
  }),
)
const batches = fc.array(fc.array(entry, { maxLength: 8 }), { maxLength: 4 })

interface Entry {
  readonly kind: number
  readonly at: number
  readonly rows: readonly { readonly slot: number; readonly values: readonly number[] }[]
  readonly note: string
}

function batchOf(entries: readonly Entry[]): RecordBatch {
  const batch = newRecordBatch(
    entries.length,
    entries.reduce((sum, { rows }) => sum + rows.length, 0),
  )
  for (const { kind, at: when, rows, note } of entries) {
    batch.kinds[batch.entries] = kind
    batch.at[batch.entries] = when
    batch.counts[batch.entries] = rows.length
    batch.entries += 1
    for (const { slot, values } of rows) {
      batch.slots[batch.rows] = slot
      batch.values.set(values, batch.rows * ROW_COLUMNS)
      batch.rows += 1
    }
    if (kind > TIMER) batch.notes.push(note)
  }
  return batch
}

describe('blocks of a recording', () => {
  it('give back what was put in, through a file of many blocks', () =>
    fc.assert(
      fc.property(batches, (all) => {
        const put = all.map(batchOf)
        const encoder = new BlockEncoder()
        const file = Buffer.concat([SEGMENT_MAGIC, ...put.map((batch, i) => framedBlock(i, encoder.encode(batch)))])
        const decoder = new BlockDecoder()
        expect([...blocksOf('a.swr', file)].map((block) => decoder.decode(block))).toEqual(put)
      }),
    ))

  it('hold no number that is not whole or too large to be exact', () => {
    for (const bad of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      const batch = batchOf([
        { kind: FRAME, at: 0, rows: [{ slot: 0, values: Array(ROW_COLUMNS).fill(bad) }], note: '' },
      ])
      expect(() => new BlockEncoder().encode(batch)).toThrow(RangeError)
    }
  })
})

describe('a damaged file', () => {
  const encoder = new BlockEncoder()
  const plain = [1, 2, 3].map((when) =>
    Buffer.from(encoder.encode(batchOf([{ kind: TIMER, at: when, rows: [], note: '' }]))),
  )
  const blocks = plain.map((bytes, i) => framedBlock(i, bytes))
  const file = Buffer.concat([SEGMENT_MAGIC, ...blocks])
  const [first, second] = [SEGMENT_MAGIC.length, SEGMENT_MAGIC.length + blocks[0]!.length]
  const third = second + blocks[1]!.length
  const flipped = (index: number) => {
    const copy = Buffer.from(file)
    copy[index]! ^= 1
    return copy
  }

  it.each([
    ['is empty', Buffer.alloc(0), 0, 'the file ends in its first bytes'],
    ['is another kind of file', flipped(0), 0, 'is no recording of this version'],
    [
      'ends inside the head of the first block',
      file.subarray(0, first + 7),
      0,
      'the file ends inside the head of a block',
    ],
    ['ends inside the last block', file.subarray(0, file.length - 1), 2, 'the file ends inside the block'],
    ['lost the magic of a block', flipped(second), 1, 'the head of the block is damaged'],
    ['lost the number of a block', flipped(second + 4), 1, 'the head of the block is damaged'],
    ['lost the plain length of a block', flipped(second + 12), 1, 'the checksum of the block does not fit'],
    ['lost a checksum', flipped(second + 16), 1, 'the checksum of the block does not fit'],
    ['has a flipped bit in a block', flipped(third + 20), 2, 'the checksum of the block does not fit'],
    ['has a block twice', Buffer.concat([file, blocks[2]!]), 3, 'the head of the block is damaged'],
  ])('that %s reports the block and gives all before it', (_what, bytes, block, reason) => {
    const read: Uint8Array[] = []
    const reader = blocksOf('0001.swr', bytes)
    let step = reader.next()
    for (; step.done !== true; step = reader.next()) read.push(step.value)
    expect(step.value).toEqual({ segment: '0001.swr', block, reason })
    expect(read.map((bytes) => Buffer.from(bytes))).toEqual(plain.slice(0, block))
  })

  it('never throws and gives only sound blocks, whatever is cut or flipped', () =>
    fc.assert(
      fc.property(
        fc.nat({ max: file.length }),
        fc.nat({ max: file.length - 1 }),
        fc.nat({ max: 7 }),
        (end, at, bit) => {
          const bytes = Buffer.from(file.subarray(0, end))
          if (at < end) bytes[at]! ^= 1 << bit
          const read = [...blocksOf('x', bytes)].map((block) => Buffer.from(block))
          expect(read).toEqual(plain.slice(0, read.length))
        },
      ),
    ))
})
