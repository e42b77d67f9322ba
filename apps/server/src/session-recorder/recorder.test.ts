// @invariant recording-replays
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { FRAME, type RecordBatch } from '@strikewise/signals/session-recording/record-batch.ts'
import { BlockEncoder } from '@strikewise/signals/session-recording/block-codec.ts'
import type { RecordingHeader } from '@strikewise/signals/session-recording/recording-header.ts'
import { applyFrame, readRecordedDay, type RecordedEvent } from '@strikewise/signals/session-recording/recorded-day.ts'
import { tableOf } from '@strikewise/signals/session-recording/replay-decisions.ts'
import { framedBlock, SEGMENT_MAGIC } from '@strikewise/signals/session-recording/segment.ts'
import { istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { SessionRecorder } from './recorder.ts'
import type { FromThread } from './thread-messages.ts'

const day = istDate('2026-11-20')
const at = (ms: number) => (istInstant(day, 9, 15) + ms) as EpochMs
const pipeline = {
  contracts: { near: [], next: [], future: undefined },
  warmUp: { index: [], future: [] },
  startsAt: at(0),
}
const opening: RecordingHeader = {
  day,
  speed: 1,
  source: 'simulated',
  version: '1.0.0',
  params: SIGNAL_PARAMS,
  tokens: [11, 12],
  pipelines: { NIFTY: pipeline, BANKNIFTY: pipeline },
}

/** A disk in memory: takes what it is sent at once, later, or never. */
class MemoryDisk {
  held: RecordBatch[] = []
  mode: 'at once' | 'later' | 'never' = 'at once'
  onAnswer: (answer: FromThread) => void = () => undefined
  readonly #encoder = new BlockEncoder()
  readonly #blocks: Uint8Array[] = []

  send(_day: string, batch: RecordBatch): void {
    if (this.mode === 'later') this.held.push(batch)
    else if (this.mode === 'never') this.onAnswer({ bytes: 0, error: 'ENOSPC', batch })
    else this.take(batch)
  }

  take(batch: RecordBatch): void {
    const block = framedBlock(this.#blocks.length, this.#encoder.encode(batch))
    this.#blocks.push(block)
    this.onAnswer({ bytes: block.length, error: undefined, batch })
  }

  events(): RecordedEvent[] {
    return [...readRecordedDay([{ name: 'a', read: () => Buffer.concat([SEGMENT_MAGIC, ...this.#blocks]) }])]
  }
}

let recorder: SessionRecorder
afterEach(() => recorder.close())

function started() {
  const disk = new MemoryDisk()
  const open = (onAnswer: MemoryDisk['onAnswer']) => {
    disk.onAnswer = onAnswer
    return { send: disk.send.bind(disk), close: async () => undefined }
  }
  recorder = new SessionRecorder(open, pino({ level: 'silent' }))
  const table = tableOf(opening)
  recorder.opening(at(0), opening, table)
  const tick = (ms: number, slot: number, price: number) => {
    table.lastPrice[slot] = price
    table.receivedAt[slot] = at(ms)
    recorder.frame(at(ms), Uint32Array.of(slot))
  }
  return { disk, table, tick }
}

it('records what it receives, in its order, with the quotes of that moment', async () => {
  const { disk, table, tick } = started()
  recorder.timer(at(1000))
  recorder.timer(at(1999))
  tick(1200, 0, 2_500_000)
  tick(1700, 0, 2_500_005)
  table.askPrice[5] = 12_000
  recorder.frame(at(1800), Uint32Array.of(1, 0, 1))
  recorder.headlines(at(2000), [{ title: 'Nifty climbs', at: at(1) }])
  recorder.timer(at(2000))
  await recorder.close()
  const events = disk.events()
  expect(events.map((event) => ('at' in event ? [event.kind, event.at - at(0)] : event))).toEqual([
    ['opening', 0],
    ['timer', 1000],
    ['frame', 1200],
    ['frame', 1700],
    ['frame', 1800],
    ['headlines', 2000],
    ['timer', 2000],
  ])
  expect(events[0]).toEqual({ kind: 'opening', at: at(0), opening })
  const again = new QuoteTable(2)
  again.add(11)
  again.add(12)
  const prices = events.flatMap((event) => {
    if (event.kind !== 'frame') return []
    applyFrame(event, again)
    return [[[...event.slots], again.last(0), again.bestAsk(1), again.seenAt(0) - at(0)]]
  })
  expect(prices).toEqual([
    [[0], 2_500_000, 0, 1200],
    [[0], 2_500_005, 0, 1700],
    [[1, 0, 1], 2_500_005, 12_000, 1800],
  ])
})

it('records no frame before a day was opened', async () => {
  const disk = new MemoryDisk()
  recorder = new SessionRecorder(
    () => ({ send: disk.send.bind(disk), close: async () => undefined }),
    pino({ level: 'silent' }),
  )
  recorder.feed(at(0), 'connecting')
  await recorder.close()
  expect(disk.events()).toEqual([])
})

describe('a disk that is too slow', () => {
  it('holds up a bounded number of batches; frames beyond are omitted and reported', async () => {
    const { disk, tick } = started()
    disk.mode = 'later'
    let frames = 0
    const tickMany = (count: number) => {
      for (let i = 0; i < count; i += 1) tick((frames += 1), 0, frames)
    }
    while (recorder.counts.lostFrames === 0) tickMany(1)
    tickMany(500)
    expect(disk.held.length).toBeLessThanOrEqual(16)
    disk.mode = 'at once'
    for (const batch of disk.held.splice(0)) disk.take(batch)
    tickMany(10)
    await recorder.close()
    expect(recorder.counts.lostFrames).toBe(501)
    const events = disk.events()
    expect(events.filter(({ kind }) => kind === 'frame')).toHaveLength(frames - 501)
    expect(events.filter(({ kind }) => kind === 'gap')).toEqual([{ kind: 'gap', at: at(frames - 9), frames: 501 }])
    expect(events.at(-11)?.kind).toBe('gap')
  })

  it('still gets figures and headlines, which are few', async () => {
    const { disk, tick } = started()
    disk.mode = 'later'
    for (let i = 0; recorder.counts.lostFrames === 0; i += 1) tick(i, 0, i)
    recorder.flows(at(90_000), [])
    disk.mode = 'at once'
    for (const batch of disk.held.splice(0)) disk.take(batch)
    await recorder.close()
    expect(disk.events().at(-1)).toEqual({ kind: 'flows', at: at(90_000), rows: [] })
  })
})

it('counts what the disk did not take, and reports it once it does again', async () => {
  const { disk, tick } = started()
  // The next opening sends what came before it.
  const flush = () => recorder.opening(at(0), opening, tableOf(opening))
  flush()
  disk.mode = 'never'
  for (let i = 0; i < 7; i += 1) tick(i, 1, i)
  flush()
  expect([recorder.failing, recorder.counts.lostFrames, recorder.counts.failedBatches]).toEqual([true, 7, 1])
  disk.mode = 'at once'
  tick(100, 1, 100)
  flush()
  expect(recorder.failing).toBe(false)
  expect(disk.events().filter(({ kind }) => kind === 'gap')).toMatchObject([{ frames: 7 }])
})

it('uses its batches again', async () => {
  const { disk, tick } = started()
  const seen = new Set<RecordBatch>()
  const send = disk.take.bind(disk)
  disk.take = (batch) => {
    seen.add(batch)
    expect(batch.kinds.subarray(0, batch.entries)).toContain(FRAME)
    send(batch)
  }
  for (let i = 0; i < 50_000; i += 1) tick(i, 0, i)
  expect(seen.size).toBe(1)
  expect(recorder.counts.lostFrames).toBe(0)
})
