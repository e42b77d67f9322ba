import { mkdir, open, readdir, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { OfflineJournalPort } from '@strikewise/execution/ports.ts'
import { offlineJournal } from '@strikewise/execution/store/offline-journal.ts'

/** Where earlier versions wrote it. */
const EARLIER_FOLDER = 'spool'

/**
 * The offline journal of this machine, in the folder `offline-journal` under the data folder. Files of an earlier version are
 * read and removed where they lie.
 */
export function offlineJournalFiles(dataDir: string): OfflineJournalPort {
  const folder = join(dataDir, 'offline-journal')
  const folders = [join(dataDir, EARLIER_FOLDER), folder]
  const at = (name: string) => join(folder, name)
  return offlineJournal({
    async names() {
      const found = await Promise.all(folders.map((path) => orMissing(readdir(path))))
      return [...new Set(found.flatMap((names) => names ?? []))]
    },
    async read(name) {
      const found = await Promise.all(folders.map((path) => orMissing(readFile(join(path, name)))))
      const contents = found.filter((content) => content !== undefined)
      return contents.length === 0 ? undefined : Buffer.concat(contents)
    },
    async append(name, line, wholeLength) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(at(name), 'a+', 0o600)
      try {
        const { size } = await file.stat()
        if (size > 0) await cut(file, size, wholeLength)
        await file.appendFile(line)
        await file.sync()
        if (size === 0) await syncFolder(folder)
      } finally {
        await file.close()
      }
    },
    async rename(from, to) {
      for (const path of folders) await orMissing(rename(join(path, from), join(path, to)))
    },
    async remove(name) {
      for (const path of folders) await rm(join(path, name), { force: true })
    },
  })
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

async function cut(file: FileHandle, size: number, wholeLength: (bytes: Uint8Array) => number): Promise<void> {
  const bytes = Buffer.alloc(size)
  await file.read(bytes, 0, size, 0)
  const whole = wholeLength(bytes)
  if (whole < size) await file.truncate(whole)
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
