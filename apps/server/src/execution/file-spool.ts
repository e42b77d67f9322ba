import { hash } from 'node:crypto'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpoolContent, SpoolPort } from '@strikewise/execution/ports.ts'
import type { Batch } from '@strikewise/execution/store/change.ts'

const NEWLINE = 0x0a
/** Hex digits of the checksum before each line's JSON. */
const SUM_LENGTH = 16

/**
 * A file an account and epoch under the data folder, one batch a line, on disk before `append` resolves: where exits are
 * written while the store is down. Each line begins with a checksum; a line of an earlier version, without one, must
 * parse. A line that is damaged is left out, with the file as it was kept beside it as `….damaged`. A last line without
 * its end was cut off by a crash or a full disk before `append` resolved: nothing was done that it names.
 */
export function fileSpool(dataDir: string): SpoolPort {
  const folder = join(dataDir, 'spool')
  return {
    async append(account, batch) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(join(folder, nameOf(account, batch.epoch)), 'a+', 0o600)
      try {
        const { size } = await file.stat()
        if (size > 0) await dropCutLine(file, size)
        await file.appendFile(lineOf(batch))
        await file.sync()
        if (size === 0) await syncFolder(folder)
      } finally {
        await file.close()
      }
    },
    async read(account) {
      const batches: Batch[] = []
      let damagedLines = 0
      for (const { name, epoch } of await filesOf(folder, account)) {
        const content = await contentOf(folder, name, epoch)
        batches.push(...content.batches)
        damagedLines += content.damagedLines
      }
      return { batches, damagedLines }
    },
    async clear(account, epoch) {
      for (const file of await filesOf(folder, account))
        if (file.epoch === epoch) await rm(join(folder, file.name), { force: true })
    },
  }
}

function nameOf(account: string, epoch: number): string {
  return `${Buffer.from(account).toString('hex')}.${epoch}.jsonl`
}

/** The files of an account, oldest epoch first. */
async function filesOf(folder: string, account: string): Promise<{ name: string; epoch: number }[]> {
  const names = (await orMissing(readdir(folder))) ?? []
  return names
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

/** What a file holds. One that is damaged is moved aside and replaced by what is left of it. */
async function contentOf(folder: string, name: string, epoch: number): Promise<SpoolContent> {
  const path = join(folder, name)
  let bytes: Buffer | undefined
  try {
    bytes = await orMissing(readFile(path))
  } catch {
    // The disk does not give it back: it may still do so to a person.
    await leniently(async () => rename(path, await damagedName(folder, name)))
    return { batches: [], damagedLines: 1 }
  }
  if (bytes === undefined) return { batches: [], damagedLines: 0 }
  const whole = bytes.subarray(0, bytes.lastIndexOf(NEWLINE) + 1)
  const lines = whole.toString('utf8').split('\n').slice(0, -1)
  const parsed = lines.map((line) => batchFrom(line, epoch))
  const batches = parsed.filter((batch) => batch !== undefined)
  // A cut that left zeros is no cut: a power failure lost a block of the disk.
  const lostEnd = bytes.subarray(whole.length).includes(0) ? 1 : 0
  const damagedLines = parsed.length - batches.length + lostEnd
  if (damagedLines > 0) await leniently(() => moveAside(folder, name, batches))
  return { batches, damagedLines }
}

/** The batch of a line; undefined when it is damaged. */
function batchFrom(line: string, epoch: number): Batch | undefined {
  // A line of an earlier version begins with the object itself.
  const isSummed = !line.startsWith('{')
  const json = isSummed ? line.slice(SUM_LENGTH + 1) : line
  if (isSummed && line.slice(0, SUM_LENGTH + 1) !== `${checksumOf(json)} `) return undefined
  try {
    const batch = JSON.parse(json) as Partial<Batch> | null
    const isBatch =
      typeof batch?.id === 'string' &&
      Number.isSafeInteger(batch.at) &&
      batch.epoch === epoch &&
      Array.isArray(batch.changes)
    return isBatch ? (batch as Batch) : undefined
  } catch {
    return undefined
  }
}

/** Keeps the damaged file under another name and puts what can be read of it in its place, in one step. */
async function moveAside(folder: string, name: string, batches: readonly Batch[]): Promise<void> {
  await copyFile(join(folder, name), await damagedName(folder, name))
  const path = join(folder, name)
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(batches.map(lineOf).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  await syncFolder(folder)
}

/**
 * Does what a full or broken disk may refuse. The damage is reported all the same, and what can be read is brought in: an
 * account must not wait for its disk.
 */
async function leniently(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch {
    // The damaged file stays where it is until its rows were brought in.
  }
}

/** A name that is not taken: what was moved aside is never overwritten. */
async function damagedName(folder: string, name: string): Promise<string> {
  const taken = new Set(await readdir(folder))
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? `${name}.damaged` : `${name}.${n}.damaged`
    if (!taken.has(candidate)) return join(folder, candidate)
  }
}

/** What was read; undefined when there is no such file or folder. */
async function orMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Takes away what an append left that did not come to its end: the next line must not join it. */
async function dropCutLine(file: FileHandle, size: number): Promise<void> {
  const bytes = Buffer.alloc(size)
  await file.read(bytes, 0, size, 0)
  if (bytes[size - 1] !== NEWLINE) await file.truncate(bytes.lastIndexOf(NEWLINE) + 1)
}

/** A new file is only safe with its entry in the folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
