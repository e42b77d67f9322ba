import { closeSync, fdatasyncSync, mkdirSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { BlockEncoder } from '@strikewise/signals/session-recording/block-codec.ts'
import { ENTRY_KINDS, type RecordBatch } from '@strikewise/signals/session-recording/record-batch.ts'
import { framedBlock, SEGMENT_MAGIC, SEGMENT_SUFFIX } from '@strikewise/signals/session-recording/segment.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'

/** A damaged block costs at most the rest of its file. Stored bytes. */
const SEGMENT_BYTES = 8 * 1024 * 1024
/** The store shares the disk and must never meet its end because of us. */
const SPARE_BYTES = 2 * 1024 ** 3
/** After a failure writing is tried again this much later. Real milliseconds. */
const RETRY_MS = 60_000
const OPENING = ENTRY_KINDS.indexOf('opening')

/** What a `DayWriter` needs of the machine; tests bring a disk that fills up. */
export interface Disk {
  /** Bytes that may still be written below `folder`. */
  readonly freeBytes: (folder: string) => number
  readonly write: (file: number, bytes: Uint8Array) => void
  /** Real milliseconds. */
  readonly now: () => number
}

export const realDisk: Disk = {
  freeBytes(folder) {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  },
  write(file, bytes) {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    fdatasyncSync(file)
  },
  now: () => performance.now(),
}

export interface DayWriterOptions {
  /** Below it each day has a folder named after it. */
  readonly folder: string
  /** So many recorded days are kept, the newest included. */
  readonly retentionDays: number
  readonly disk?: Disk
}

interface Segment {
  readonly day: IstDate
  readonly file: number
  readonly encoder: BlockEncoder
  blocks: number
  bytes: number
}

/**
 * Writes batches to the files of their day: each is one block, appended and synced before `write` returns, so a crash
 * loses no block that was written. A file is begun by each writer and whenever one is full, never continued: what a crash
 * left torn stays the end of its file. All calls block; it belongs on a thread of its own.
 */
export class DayWriter {
  readonly #options: DayWriterOptions
  readonly #disk: Disk
  #segment: Segment | undefined
  #failedAt = Number.NEGATIVE_INFINITY
  /** The batch with the opening that could not be written: nothing after it could be replayed without. */
  #unwritten: RecordBatch | undefined

  constructor(options: DayWriterOptions) {
    this.#options = options
    this.#disk = options.disk ?? realDisk
  }

  /**
   * Appends a batch to its day and returns the bytes it took; 0: writing failed less than a minute ago and is not tried.
   * Throws the system's error when it cannot be written, or RangeError when the disk has too little room.
   */
  write(day: IstDate, batch: RecordBatch): number {
    const isOpening = batch.kinds.subarray(0, batch.entries).includes(OPENING)
    if (isOpening) this.#unwritten = undefined
    try {
      if (this.#disk.now() - this.#failedAt < RETRY_MS) {
        if (isOpening) this.#unwritten = structuredClone(batch)
        return 0
      }
      const missed = this.#unwritten === undefined ? 0 : this.#append(day, this.#unwritten)
      this.#unwritten = undefined
      return missed + this.#append(day, batch)
    } catch (error) {
      if (isOpening) this.#unwritten = structuredClone(batch)
      this.#failedAt = this.#disk.now()
      // What stands half written must be the end of its file.
      this.close()
      throw error
    }
  }

  /** Closes the file; a later `write` begins another. */
  close(): void {
    if (this.#segment === undefined) return
    const { file } = this.#segment
    this.#segment = undefined
    closeSync(file)
  }

  #append(day: IstDate, batch: RecordBatch): number {
    if (this.#segment !== undefined && (this.#segment.day !== day || this.#segment.bytes >= SEGMENT_BYTES)) this.close()
    const { folder } = this.#options
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (this.#disk.freeBytes(folder) < SPARE_BYTES)
      throw new RangeError(`less than ${SPARE_BYTES / 1024 ** 3} GiB are free below ${folder}`)
    const segment = (this.#segment ??= this.#begin(day))
    const block = framedBlock(segment.blocks, segment.encoder.encode(batch))
    this.#disk.write(segment.file, block)
    segment.blocks += 1
    segment.bytes += block.length
    return block.length
  }

  #begin(day: IstDate): Segment {
    const { folder, retentionDays } = this.#options
    const dayFolder = join(folder, day)
    mkdirSync(dayFolder, { recursive: true, mode: 0o700 })
    deleteOldDays(folder, retentionDays)
    const file = openNext(dayFolder)
    const segment = { day, file, encoder: new BlockEncoder(), blocks: 0, bytes: SEGMENT_MAGIC.length }
    // Known from here on, so that a failure closes it.
    this.#segment = segment
    this.#disk.write(file, SEGMENT_MAGIC)
    return segment
  }
}

/** Deletes all recorded days below `folder` but the newest `keepDays`. Other folders and files are left alone. */
function deleteOldDays(folder: string, retentionDays: number): void {
  const days = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d{4}-\d{2}-\d{2}$/.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
  for (const day of days.slice(0, -retentionDays)) rmSync(join(folder, day), { recursive: true })
}

/** Makes the next file of a day: its number is one more than the last one's. */
function openNext(dayFolder: string): number {
  const numbers = readdirSync(dayFolder)
    .filter((name) => name.endsWith(SEGMENT_SUFFIX))
    .map((name) => Number.parseInt(name, 10))
  const next = Math.max(0, ...numbers.filter(Number.isFinite)) + 1
  return openSync(join(dayFolder, `${String(next).padStart(4, '0')}${SEGMENT_SUFFIX}`), 'wx', 0o600)
}
