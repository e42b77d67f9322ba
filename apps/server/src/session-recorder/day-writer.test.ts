// @invariant recording-replays
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ENTRY_KINDS,
  newRecordBatch,
  TIMER,
  type RecordBatch,
} from '@strikewise/signals/session-recording/record-batch.ts'
import { readRecordedDay, type RecordedEvent } from '@strikewise/signals/session-recording/recorded-day.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DayWriter, realDisk, type Disk } from './day-writer.ts'

const day = istDate('2026-11-20')
const GIB = 1024 ** 3

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikewise-recordings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const writer = (disk: Partial<Disk> = {}, retentionDays = 14) =>
  new DayWriter({ folder, retentionDays, disk: { ...realDisk, freeBytes: () => 100 * GIB, ...disk } })

/** A batch of one entry: a call of the timer, or a note. */
function entry(at: number, kind: (typeof ENTRY_KINDS)[number] = 'timer', note?: unknown): RecordBatch {
  const batch = newRecordBatch(1, 0)
  batch.kinds[0] = ENTRY_KINDS.indexOf(kind)
  batch.at[0] = at
  batch.entries = 1
  if (batch.kinds[0] > TIMER) batch.notes.push(JSON.stringify(note))
  return batch
}

const filesOf = (of = day) => readdirSync(join(folder, of)).toSorted()
const read = (of = day): RecordedEvent[] => [
  ...readRecordedDay(filesOf(of).map((name) => ({ name, read: () => readFileSync(join(folder, of, name)) }))),
]
const timers = () => read().flatMap((event) => (event.kind === 'timer' ? [event.at] : []))

it('appends blocks to one file, and begins another after a restart', () => {
  const first = writer()
  first.write(day, entry(1))
  first.write(day, entry(2))
  // Not closed: as a crash leaves it.
  const second = writer()
  second.write(day, entry(3))
  first.close()
  second.close()
  expect(filesOf()).toEqual(['0001.swr', '0002.swr'])
  expect(timers()).toEqual([1, 2, 3])
})

it('has every written block on the disk when the call returns', () => {
  const open = writer()
  for (const at of [1, 2, 3]) {
    open.write(day, entry(at))
    expect(timers().at(-1)).toBe(at)
  }
  open.close()
})

it('leaves what a crash tore as the end of its file, and goes on in the next', () => {
  const crashed = writer()
  crashed.write(day, entry(1))
  crashed.close()
  appendFileSync(join(folder, day, '0001.swr'), Buffer.from('half a block'))
  const next = writer()
  next.write(day, entry(2))
  next.close()
  expect(read()).toEqual([
    { kind: 'timer', at: 1 },
    { kind: 'damage', damage: { segment: '0001.swr', block: 1, reason: 'the file ends inside the head of a block' } },
    { kind: 'timer', at: 2 },
  ])
})

describe('retention', () => {
  it.each([
    [1, ['2026-11-20']],
    [2, ['2026-11-19', '2026-11-20']],
    [9, ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']],
  ])('keeps the newest %i recorded days and leaves everything else alone', (retentionDays, retained) => {
    for (const old of ['2026-11-17', '2026-11-18', '2026-11-19']) {
      mkdirSync(join(folder, old))
      writeFileSync(join(folder, old, '0001.swr'), 'x')
    }
    mkdirSync(join(folder, 'notes'))
    writeFileSync(join(folder, '2026-11-01'), 'a file')
    const open = writer({}, retentionDays)
    open.write(day, entry(1))
    open.close()
    expect(readdirSync(folder).toSorted()).toEqual(['2026-11-01', ...retained, 'notes'])
  })
})

describe('a disk that takes nothing', () => {
  it('is reported once and retried after a minute, without the blocks between', () => {
    let now = 0
    let full = false
    const open = writer({
      now: () => now,
      write(file, bytes) {
        if (full) throw new Error('ENOSPC: no space left on device, write')
        realDisk.write(file, bytes)
      },
    })
    open.write(day, entry(1))
    full = true
    expect(() => open.write(day, entry(2))).toThrow('ENOSPC')
    full = false
    now = 59_999
    expect(open.write(day, entry(3))).toBe(0)
    now = 60_000
    expect(open.write(day, entry(4))).toBeGreaterThan(0)
    open.close()
    expect(timers()).toEqual([1, 4])
    expect(filesOf()).toEqual(['0001.swr', '0002.swr'])
  })

  it('is left its last two gigabytes for the store', () => {
    const open = writer({ freeBytes: () => 2 * GIB - 1 })
    expect(() => open.write(day, entry(1))).toThrow('less than 2 GiB are free')
    expect(readdirSync(folder)).toEqual([])
  })

  it('gets an opening that it did not take before anything that comes after it', () => {
    let now = 0
    let spare = 0
    const open = writer({ now: () => now, freeBytes: () => spare })
    expect(() => open.write(day, entry(1, 'feed', 'opened'))).toThrow('free')
    const opening = entry(2, 'opening', { pipelines: { NIFTY: empty, BANKNIFTY: empty } })
    expect(open.write(day, opening)).toBe(0)
    // The recorder fills it again as soon as it has it back.
    opening.at[0] = 99
    spare = 100 * GIB
    now = 60_000
    open.write(day, entry(3))
    open.close()
    expect(read().map((event) => ('at' in event ? [event.kind, event.at] : [event.kind]))).toEqual([
      ['opening', 2],
      ['timer', 3],
    ])
  })
})

const empty = { contracts: { near: [], next: [] }, warmUp: { index: [], future: [] }, startsAt: 0 }
