import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readRecordedDay } from '@strikewise/signals/session-recording/recorded-day.ts'
import type { Size } from '../bench.ts'
import { dayOf, feedOf, type Feed, type FeedName } from './feeds.ts'
import { Columns, JsonLines, type RecordingFormat } from './recording-formats.ts'

/** Passes over the same feed: the first ones only warm the code. */
const PASSES: Readonly<Record<Size, { warm: number; timed: number }>> = {
  full: { warm: 2, timed: 4 },
  smallest: { warm: 0, timed: 1 },
}

/** Passes that are repeated because another process disturbed them; more of them fail the bench. */
const MAX_DISTURBED = 20

export interface RecorderMeasured {
  readonly ticks: number
  readonly messages: number
  readonly bytes: number
  /** Milliseconds of a pass, without what taking the messages in costs; and of it, spent on full batches. */
  readonly ms: number
  readonly batchMs: number
  /** Ticks read back from the file, and the sum of their last prices: both sides must have written the same. */
  readonly readBack: { readonly ticks: number; readonly prices: number }
}

/** Null: the data is not here. */
export function columnsCompetitor(feed: string, size: Size): RecorderMeasured | null {
  return measured(feedOf(feed as FeedName, size), size, Columns, columnsReadBack)
}

/** Null: the data is not here. */
export function linesCompetitor(feed: string, size: Size): RecorderMeasured | null {
  return measured(feedOf(feed as FeedName, size), size, JsonLines, linesReadBack)
}

function measured(
  feed: Feed | undefined,
  size: Size,
  Way: new (feed: Feed, name: string) => RecordingFormat,
  readBack: (bytes: Buffer) => RecorderMeasured['readBack'],
): RecorderMeasured | null {
  if (feed === undefined) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-recorder-'))
  const name = path.join(folder, dayOf(feed))
  const { warm, timed } = PASSES[size]
  let [ms, batchMs, bytes, disturbed] = [0, 0, 0, 0]
  try {
    for (let pass = 0; pass < warm + timed; pass += 1) {
      const tookMs = msOf(() => {
        for (const message of feed.messages) message.take()
      })
      const way = new Way(feed, name)
      const wholeMs = msOf(() => {
        for (const message of feed.messages) way.frame(message.at, message.take())
        way.end()
      })
      if (pass < warm) continue
      // Another process held this one while it took the messages in: the difference would be no measurement.
      if (wholeMs <= tookMs && disturbed < MAX_DISTURBED) {
        disturbed += 1
        pass -= 1
        continue
      }
      ms += wholeMs - tookMs
      batchMs += way.batchMs
      bytes = way.bytes
    }
    const { ticks, messages } = feed
    return {
      ticks,
      messages: messages.length,
      bytes,
      ms: ms / timed,
      batchMs: batchMs / timed,
      readBack: readBack(readFileSync(name)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function msOf(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

function columnsReadBack(bytes: Buffer): RecorderMeasured['readBack'] {
  let [ticks, prices] = [0, 0]
  for (const event of readRecordedDay([{ name: 'bench', read: () => bytes }])) {
    if (event.kind !== 'frame') throw new Error(`a frame was to be read back, not ${event.kind}`)
    const columns = event.values.length / event.slots.length
    ticks += event.slots.length
    // The last price stands first in a row.
    for (let row = 0; row < event.slots.length; row += 1) prices += event.values[row * columns]!
  }
  return { ticks, prices }
}

function linesReadBack(bytes: Buffer): RecorderMeasured['readBack'] {
  const lines = bytes.toString().trim().split('\n')
  return {
    ticks: lines.length,
    prices: lines.reduce((sum, line) => sum + (JSON.parse(line) as { last: number }).last, 0),
  }
}
