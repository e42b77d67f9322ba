import { mkdir, open, readdir, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { OfflineJournalPort } from '@strikewise/execution/ports.ts'
import { offlineJournal } from '@strikewise/execution/store/offline-journal.ts'

/** The offline journal of this machine, in the folder `spool` under the data folder. */
export function offlineJournalFiles(dataDir: string): OfflineJournalPort {
  const folder = join(dataDir, 'spool')
  const at = (name: string) => join(folder, name)
  return offlineJournal({
    names: async () => (await orMissing(readdir(folder))) ?? [],
    read: (name) => orMissing(readFile(at(name))),
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
    rename: (from, to) => rename(at(from), at(to)),
    remove: (name) => rm(at(name), { force: true }),
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
