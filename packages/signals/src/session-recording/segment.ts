import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** The first bytes of a segment: what it is, and the version of its layout. */
export const SEGMENT_MAGIC: Uint8Array = new TextEncoder().encode('SWREC001')
/** How the files of a recorded day end; their names sort in the order they were written. */
export const SEGMENT_SUFFIX = '.swr'

const BLOCK_MAGIC = 0x4b4c_4252
/** Magic, number in the segment, stored bytes, plain bytes, CRC-32 of the three before it and the stored bytes. */
const HEADER_BYTES = 20
/** No block is larger: a length beyond is damage. */
const MAX_PLAIN_BYTES = 256 * 1024 * 1024
/** Zstandard's own middle ground: higher levels gain a few per cent for several times the work. */
const LEVEL = 3

/** Where a segment stops being readable. */
export interface SegmentDamage {
  readonly segment: string
  /** Number of the first block that cannot be read, from 0. */
  readonly block: number
  readonly reason: string
}

/** The bytes that append block `number` (from 0) of a segment with `plain` inside. */
export function framedBlock(number: number, plain: Uint8Array): Uint8Array {
  const stored = zstdCompressSync(plain, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
  const block = new Uint8Array(HEADER_BYTES + stored.length)
  const view = new DataView(block.buffer)
  view.setUint32(0, BLOCK_MAGIC, true)
  view.setUint32(4, number, true)
  view.setUint32(8, stored.length, true)
  view.setUint32(12, plain.length, true)
  block.set(stored, HEADER_BYTES)
  view.setUint32(16, checksum(block), true)
  return block
}

/**
 * The blocks of a segment, unpacked, in order. Returns where it stops being readable, or undefined when all of it is:
 * what comes after a damaged block builds on it and is not read. Never throws on any bytes.
 */
export function* blocksOf(name: string, segment: Uint8Array): Generator<Uint8Array, SegmentDamage | undefined> {
  const torn = (block: number, reason: string): SegmentDamage => ({ segment: name, block, reason })
  if (segment.length < SEGMENT_MAGIC.length) return torn(0, 'the file ends in its first bytes')
  if (SEGMENT_MAGIC.some((byte, i) => segment[i] !== byte)) return torn(0, 'is no recording of this version')
  let at = SEGMENT_MAGIC.length
  for (let number = 0; at < segment.length; number += 1) {
    const view = new DataView(segment.buffer, segment.byteOffset + at, segment.length - at)
    if (view.byteLength < HEADER_BYTES) return torn(number, 'the file ends inside the head of a block')
    const end = HEADER_BYTES + view.getUint32(8, true)
    const plainBytes = view.getUint32(12, true)
    if (view.getUint32(0, true) !== BLOCK_MAGIC || view.getUint32(4, true) !== number || plainBytes > MAX_PLAIN_BYTES)
      return torn(number, 'the head of the block is damaged')
    if (end > view.byteLength) return torn(number, 'the file ends inside the block')
    const block = segment.subarray(at, at + end)
    if (checksum(block) !== view.getUint32(16, true)) return torn(number, 'the checksum of the block does not fit')
    yield zstdDecompressSync(block.subarray(HEADER_BYTES), { maxOutputLength: Math.max(plainBytes, 1) })
    at += end
  }
  return undefined
}

function checksum(block: Uint8Array): number {
  return crc32(block.subarray(HEADER_BYTES), crc32(block.subarray(4, 16)))
}
