import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { readRecordedDay, type RecordedSegment } from '@strikewise/signals/session-recording/recorded-day.ts'
import { SEGMENT_SUFFIX } from '@strikewise/signals/session-recording/segment.ts'
import { istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import { BadFile } from './bad-file.ts'
import { dayInName, type DayGuard } from './day-guard.ts'

/** A folder with the files one recorded day was written to. */
export interface Recording {
  readonly day: IstDate
  readonly folder: string
}

/**
 * Parts `names` into recorded days, oldest first, and all the rest: a folder that holds recorded files is a day, one
 * that holds such folders is many. `guardOf` says which days of a folder of recordings may be read; of the others no file
 * is opened. Among many days they are left out and returned as `withheld`. Throws BadFile for a withheld day that was
 * named itself, for a recording whose beginning cannot be read, or a day that is there twice.
 */
export function recordingsAmong(
  names: readonly string[],
  guardOf: (recordings: string) => DayGuard,
): { recordings: Recording[]; withheld: string[]; rest: string[] } {
  const recordings = new Map<IstDate, Recording>()
  const rest: string[] = []
  const withheld: string[] = []
  for (const name of names) {
    const folders = dayFoldersOf(name)
    if (folders.length === 0) rest.push(name)
    for (const folder of folders) {
      const guard = guardOf(path.dirname(path.resolve(folder)))
      const refusal = refusalByName(folder, guard)
      if (refusal !== undefined) {
        if (folder === name) throw new BadFile(folder, undefined, refusal)
        withheld.push(folder)
        continue
      }
      const recording = { day: dayOf(folder), folder }
      const renamed = guard.refusalOf(recording.day)
      if (renamed !== undefined) throw new BadFile(folder, undefined, renamed)
      const known = recordings.get(recording.day)
      if (known !== undefined) throw new BadFile(folder, undefined, `${recording.day} is in ${known.folder} too`)
      recordings.set(recording.day, recording)
    }
  }
  return { recordings: [...recordings.values()].sort((a, b) => (a.day < b.day ? -1 : 1)), withheld, rest }
}

/** Decided by the folder's name alone: to look inside would be to read. */
function refusalByName(folder: string, guard: DayGuard): string | undefined {
  if (!guard.withholds) return undefined
  const day = dayInName(folder)
  return day === undefined
    ? 'the folder is not named by its day, and days of these recordings are test data of registered trials'
    : guard.refusalOf(day)
}

/** The files of a recording in their order; each is read when its turn comes. */
export function segmentsOf(folder: string): RecordedSegment[] {
  return segmentNames(folder).map((name) => ({ name, read: () => readFileSync(path.join(folder, name)) }))
}

function dayFoldersOf(name: string): string[] {
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  if (segmentNames(name).length > 0) return [name]
  const inside = readdirSync(name, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return inside.map((entry) => path.join(name, entry.name)).filter((folder) => segmentNames(folder).length > 0)
}

/** The files of a recording, in their order. */
export function segmentNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(SEGMENT_SUFFIX))
    .sort()
}

/** The day by the recording's own word: a folder may have been renamed. */
function dayOf(folder: string): IstDate {
  for (const event of readRecordedDay(segmentsOf(folder))) {
    if (event.kind === 'opening') return istDate(event.opening.day)
    if (event.kind === 'damage')
      throw new BadFile(
        path.join(folder, event.damage.segment),
        undefined,
        `block ${event.damage.block}: ${event.damage.reason}`,
      )
  }
  throw new BadFile(folder, undefined, 'there is no recorded day in it')
}
