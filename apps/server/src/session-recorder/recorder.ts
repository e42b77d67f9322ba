// @invariant recording-replays
import type { FiiDiiRow } from '@strikewise/signals/agents/fii-dii-row.ts'
import type { Headline } from '@strikewise/signals/agents/sentiment.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import {
  ENTRY_KINDS,
  FRAME,
  newRecordBatch,
  TIMER,
  type RecordBatch,
  type EntryKind,
} from '@strikewise/signals/session-recording/record-batch.ts'
import { headerText, type RecordingHeader } from '@strikewise/signals/session-recording/recording-header.ts'
import { QuoteColumns, ROW_COLUMNS } from '@strikewise/signals/session-recording/quote-row.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { Logger } from '../logging/logger.ts'
import type { SessionSink } from './session-sink.ts'
import type { FromThread } from './thread-messages.ts'

/** Rows and entries of a batch: some seconds of a real market. */
const ROWS = 4096
const ENTRIES = 4096
/** Batches there are at the most, 1.2 MB each: what a slow disk may hold up before frames are left out. */
const BATCHES = 16
/** A block is written at least this often in real time: what a crash loses. */
const FLUSH_MS = 2000

/** Where full batches go: a thread that writes them. Each batch comes back by `onAnswer`. */
export interface BatchWriter {
  send(day: IstDate, batch: RecordBatch): void
  /** Resolves once everything sent before is written or abandoned. */
  close(): Promise<void>
}

/** What was recorded since this recorder was made. */
export interface RecorderCounts {
  frames: number
  rows: number
  bytes: number
  /** Frames that were left out, because the disk was full or too slow. */
  lostFrames: number
  /** Batches the disk did not take. */
  failedBatches: number
}

/**
 * The session recording as files: copies what the pipelines receive into batches and hands full ones to a thread. A tick costs a copy of
 * its row; when all batches are on their way to a slow or full disk, frames are left out, counted, and marked in the
 * recording as a gap. It never waits and never throws into the market.
 */
export class SessionRecorder implements SessionSink {
  readonly counts: RecorderCounts = { frames: 0, rows: 0, bytes: 0, lostFrames: 0, failedBatches: 0 }
  readonly #writer: BatchWriter
  readonly #logger: Logger
  readonly #timer: NodeJS.Timeout
  readonly #free: RecordBatch[] = []
  #made = 0
  #batch: RecordBatch | undefined
  #day: IstDate | undefined
  #columns: QuoteColumns | undefined
  #second = 0
  /** Frames omitted since the recording last noted a gap. */
  #missing = 0
  #failing = false

  /** `open` starts the writer and is given what to call with its answers. */
  constructor(open: (onAnswer: (answer: FromThread) => void) => BatchWriter, logger: Logger) {
    this.#logger = logger
    this.#writer = open((answer) => this.#returnBatch(answer))
    this.#timer = setInterval(() => this.#flush(), FLUSH_MS)
  }

  /** True while the disk does not take what it is given. */
  get failing(): boolean {
    return this.#failing
  }

  opening(at: EpochMs, opening: RecordingHeader, table: QuoteTable): void {
    this.#flush()
    this.#day = opening.day
    this.#columns = new QuoteColumns(table)
    this.#second = 0
    this.#append('opening', at, headerText(opening))
  }

  timer(at: EpochMs): void {
    const second = at - (at % 1000)
    if (second <= this.#second) return
    const batch = this.#batchFor(0)
    if (batch === undefined) return
    this.#second = second
    this.#entry(batch, TIMER, at, 0)
  }

  frame(at: EpochMs, slots: Uint32Array): void {
    const batch = this.#batchFor(slots.length)
    const columns = this.#columns
    if (batch === undefined || columns === undefined) {
      this.#missing += 1
      this.counts.lostFrames += 1
      return
    }
    this.#entry(batch, FRAME, at, slots.length)
    for (const slot of slots) {
      batch.slots[batch.rows] = slot
      columns.copy(slot, batch.values, batch.rows * ROW_COLUMNS)
      batch.rows += 1
    }
    this.counts.frames += 1
    this.counts.rows += slots.length
  }

  flows(at: EpochMs, rows: readonly FiiDiiRow[]): void {
    this.#append('flows', at, JSON.stringify(rows))
  }

  headlines(at: EpochMs, headlines: readonly Headline[]): void {
    this.#append('headlines', at, JSON.stringify(headlines))
  }

  feed(at: EpochMs, state: string): void {
    // Before the first opening there is no day to write to, and nothing to replay.
    if (this.#day !== undefined) this.#append('feed', at, JSON.stringify(state))
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#flush()
    await this.#writer.close()
  }

  #append(kind: EntryKind, at: EpochMs, text: string): void {
    // Notes are few and a replay needs them: they go out even when no batch is free.
    const batch = this.#batchFor(0) ?? (this.#batch = newRecordBatch(ENTRIES, 0))
    this.#entry(batch, ENTRY_KINDS.indexOf(kind), at, 0)
    batch.notes.push(text)
  }

  #entry(batch: RecordBatch, kind: number, at: EpochMs, rows: number): void {
    if (this.#missing > 0 && batch.entries < ENTRIES - 1) {
      const frames = this.#missing
      this.#missing = 0
      this.#entry(batch, ENTRY_KINDS.indexOf('gap'), at, 0)
      batch.notes.push(JSON.stringify(frames))
    }
    batch.kinds[batch.entries] = kind
    batch.at[batch.entries] = at
    batch.counts[batch.entries] = rows
    batch.entries += 1
  }

  /** A batch with room for one more entry of so many rows; undefined: none is free. */
  #batchFor(rows: number): RecordBatch | undefined {
    const { kinds, slots, entries, rows: used } = this.#batch ?? { kinds: [], slots: [], entries: 0, rows: 0 }
    // One place more than asked for: a gap may have to be noted before it.
    if (this.#batch !== undefined && entries + 2 <= kinds.length && used + rows <= slots.length) return this.#batch
    this.#flush()
    if (rows > ROWS) return undefined
    this.#batch = this.#free.pop()
    if (this.#batch === undefined && this.#made < BATCHES) {
      this.#made += 1
      this.#batch = newRecordBatch(ENTRIES, ROWS)
    }
    return this.#batch
  }

  #flush(): void {
    const batch = this.#batch
    if (batch === undefined || batch.entries === 0 || this.#day === undefined) return
    this.#batch = undefined
    this.#writer.send(this.#day, batch)
  }

  #returnBatch({ bytes, error, batch }: FromThread): void {
    this.counts.bytes += bytes
    if (bytes === 0) {
      const frames = batch.kinds.subarray(0, batch.entries).reduce((sum, kind) => sum + (kind === FRAME ? 1 : 0), 0)
      this.#missing += frames
      this.counts.lostFrames += frames
      this.counts.failedBatches += 1
    }
    if (error !== undefined) this.#logger.error({ error }, 'the market is not recorded; trying again every minute')
    else if (bytes > 0 && this.#failing) this.#logger.info('the market is recorded again')
    this.#failing = bytes === 0
    batch.entries = 0
    batch.rows = 0
    batch.notes.length = 0
    // A batch made for a note alone is let go.
    if (batch.slots.length > 0) this.#free.push(batch)
  }
}
