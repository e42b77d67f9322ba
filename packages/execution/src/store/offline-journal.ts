// @invariant one-bad-row
import { hash } from 'node:crypto'
import type { OfflineJournalPort } from '../ports.ts'
import type { Batch } from './account-changes.ts'
import { currentChange, currentNotification } from './older-changes.ts'

const NEWLINE = 0x0a
/** Hex digits of the checksum before each line's JSON. */
const SUM_LENGTH = 16

/** The folder in which an offline journal keeps its files. Everything it does is on disk before it resolves. */
export interface JournalFolder {
  /** The files in it; none where there is no folder. */
  names(): Promise<readonly string[]>
  /** What a file holds; undefined when there is none. Rejects when the disk does not give it back. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Cuts the file to the first `wholeLength` bytes of what it holds, and adds the line. A file that is missing is created. */
  append(name: string, line: string, wholeLength: (bytes: Uint8Array) => number): Promise<void>
  rename(from: string, to: string): Promise<void>
  /** Nothing happens when there is no such file. */
  remove(name: string): Promise<void>
}

/**
 * A file an account and epoch, one batch a line, on disk before `append` resolves: where exits are written while the store
 * is down. Each line begins with a checksum; a line of an earlier version, without one, must parse. A line that is damaged
 * is left out and counted at each reading; clearing keeps its file as `….damaged`. A last line without its end was cut off by a crash or
 * a full disk before `append` resolved: nothing was done that it names.
 */
export function offlineJournal(folder: JournalFolder): OfflineJournalPort {
  /** Damaged lines by file, as last read; and of those that could not be renamed, which were counted before. */
  const lastRead = new Map<string, number>()
  const counted = new Map<string, number>()
  return {
    append: (account, batch) => folder.append(nameOf(account, batch.epoch), lineOf(batch), wholeLength),
    async read(account) {
      const batches: Batch[] = []
      const epochs: number[] = []
      let damagedLines = 0
      for (const { name, epoch } of await filesOf(folder, account)) {
        const content = await contentOf(folder, name, epoch)
        if (content === undefined) continue
        epochs.push(epoch)
        batches.push(...content.batches)
        damagedLines += Math.max(0, content.damagedLines - (counted.get(name) ?? 0))
        lastRead.set(name, content.damagedLines)
      }
      return { batches, damagedLines, epochs }
    },
    async clear(account, epoch) {
      const name = nameOf(account, epoch)
      const content = await contentOf(folder, name, epoch)
      if (content === undefined) return
      if (content.damagedLines === 0) await folder.remove(name)
      else if (!(await succeeds(async () => folder.rename(name, await damagedName(folder, name)))))
        return void counted.set(name, lastRead.get(name) ?? 0)
      lastRead.delete(name)
      counted.delete(name)
    },
  }
}

function nameOf(account: string, epoch: number): string {
  return `${Buffer.from(account).toString('hex')}.${epoch}.jsonl`
}

/** The files of an account, oldest epoch first. */
async function filesOf(folder: JournalFolder, account: string): Promise<{ name: string; epoch: number }[]> {
  return (await folder.names())
    .map((name) => ({ name, epoch: Number(name.split('.')[1]) }))
    .filter(({ name, epoch }) => name === nameOf(account, epoch))
    .toSorted((a, b) => a.epoch - b.epoch)
}

function lineOf(batch: Batch): string {
  const json = JSON.stringify(batch)
  return `${checksumOf(json)} ${json}\n`
}

function checksumOf(json: string): string {
  return hash('sha256', json).slice(0, SUM_LENGTH)
}

/** How much of a file's content is lines that have an end: what an append left that did not come to its end is no line. */
function wholeLength(bytes: Uint8Array): number {
  return bytes.lastIndexOf(NEWLINE) + 1
}

interface FileContent {
  readonly batches: readonly Batch[]
  readonly damagedLines: number
}

/** What a file holds; undefined when there is none. */
async function contentOf(folder: JournalFolder, name: string, epoch: number): Promise<FileContent | undefined> {
  let bytes: Uint8Array | undefined
  try {
    bytes = await folder.read(name)
  } catch {
    // The disk does not give it back: it may still do so to a person.
    return { batches: [], damagedLines: 1 }
  }
  if (bytes === undefined) return undefined
  const whole = wholeLength(bytes)
  const lines = Buffer.from(bytes.subarray(0, whole)).toString('utf8').split('\n').slice(0, -1)
  const parsed = lines.map((line) => batchFrom(line, epoch))
  const batches = parsed.filter((batch) => batch !== undefined)
  // A cut that left zeros is no cut: a power failure lost a block of the disk.
  const lostEnd = bytes.subarray(whole).includes(0) ? 1 : 0
  return { batches, damagedLines: parsed.length - batches.length + lostEnd }
}

/** The batch of a line; undefined when it is damaged. */
function batchFrom(line: string, epoch: number): Batch | undefined {
  // A line of an earlier version begins with the object itself.
  const isSummed = !line.startsWith('{')
  const json = isSummed ? line.slice(SUM_LENGTH + 1) : line
  if (isSummed && line.slice(0, SUM_LENGTH + 1) !== `${checksumOf(json)} `) return undefined
  try {
    const batch = JSON.parse(json) as Partial<Batch> | null
    const isBatch = typeof batch?.id === 'string' && Number.isSafeInteger(batch.at) && batch.epoch === epoch
    const changes = batch?.changes
    if (!isBatch || !Array.isArray(changes)) return undefined
    const { notes, known, ...rest } = batch as Batch
    return {
      ...rest,
      changes: changes.map(currentChange),
      ...(notes === undefined ? {} : { notes: notes.map(currentNotification) }),
      ...(known === undefined ? {} : { known: { ...known, changes: known.changes.map(currentChange) } }),
    }
  } catch {
    return undefined
  }
}

/** Does what a full or broken disk may refuse, and answers whether it did: an account must not wait for its disk. */
async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch {
    // The damaged file stays where it is. What can be read of it has its rows, and is written only once.
    return false
  }
}

/** A name that is not taken: what was moved aside is never overwritten. */
async function damagedName(folder: JournalFolder, name: string): Promise<string> {
  const taken = new Set(await folder.names())
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? `${name}.damaged` : `${name}.${n}.damaged`
    if (!taken.has(candidate)) return candidate
  }
}
