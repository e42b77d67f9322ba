import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import {
  firstOpening,
  readRecordedDay,
  type RecordedSegment,
} from '@strikewise/signals/session-recording/recorded-day.ts'
import type { RecordingHeader } from '@strikewise/signals/session-recording/recording-header.ts'
import { SEGMENT_SUFFIX } from '@strikewise/signals/session-recording/segment.ts'
import { istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { TradingDays } from '../clock/simulated-clock.ts'
import { ReplayError } from './replay-error.ts'

/** A day the server recorded: its files, and what it was opened with. */
export interface Recording {
  readonly opening: RecordingHeader
  readonly segments: readonly RecordedSegment[]
  readonly bytes: number
}

/** Whether `source` is a folder of recorded days, or one recorded day. */
export function isRecording(source: string): boolean {
  return foldersOf(source).length > 0
}

/**
 * The recorded days below `source` (a folder of days, or one day's) from `from` on, in order. Throws ReplayError when
 * there is none, or when a day cannot be opened: with what is wrong and what to do.
 */
export function readRecordings(source: string, from: IstDate | null): Map<IstDate, Recording> {
  const folders = foldersOf(source)
  const days = new Map<IstDate, Recording>()
  for (const folder of folders) {
    if (from !== null && path.basename(folder) < from) continue
    const recording = readRecording(folder)
    days.set(recording.opening.day, recording)
  }
  if (days.size === 0)
    throw new ReplayError(
      `${source}: no recorded day from ${from} on; there are ${folders.map((folder) => path.basename(folder)).join(', ')}: choose one with --replay-from`,
    )
  return days
}

/** The calendar of a replay: the recorded days and no other. Throws RangeError when asked for a day after the last. */
export function daysOf(recordings: ReadonlyMap<IstDate, Recording>): TradingDays & { readonly lastDay: IstDate } {
  const days = [...recordings.keys()]
  const lastDay = days.at(-1)!
  return {
    lastDay,
    isTradingDay: (day) => recordings.has(day),
    nextTradingDay(day) {
      const next = days.find((one) => one > day)
      if (next === undefined) throw new RangeError(`the recording ends with ${lastDay}: choose an earlier instant`)
      return next
    },
  }
}

function readRecording(folder: string): Recording {
  const names = segmentsIn(folder)
  const segments = names.map((name): RecordedSegment => ({
    name,
    read: () => readFileSync(path.join(folder, name)),
  }))
  const opening = firstOpening(segments)
  if (opening !== undefined) {
    const bytes = names.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0)
    return { opening, segments, bytes }
  }
  for (const event of readRecordedDay(segments))
    if (event.kind === 'damage') {
      const { segment, block, reason } = event.damage
      throw new ReplayError(
        `${path.join(folder, segment)}, block ${block}: ${reason}, and the day's contracts were in it: delete the folder, or begin with a later day by --replay-from`,
      )
    }
  throw new ReplayError(
    `${folder}: holds no contracts to replay: delete the folder, or begin with a later day by --replay-from`,
  )
}

/** Folders of recorded days, oldest first. */
function foldersOf(source: string): string[] {
  if (statSync(source, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  if (isDay(path.basename(path.resolve(source))) && segmentsIn(source).length > 0) return [path.resolve(source)]
  return readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isDay(entry.name))
    .map(({ name }) => path.join(source, name))
    .filter((folder) => segmentsIn(folder).length > 0)
    .toSorted()
}

function segmentsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(SEGMENT_SUFFIX))
    .toSorted()
}

function isDay(name: string): boolean {
  try {
    return istDate(name) === name
  } catch {
    return false
  }
}
