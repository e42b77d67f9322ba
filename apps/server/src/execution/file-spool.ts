import { mkdir, open, readdir, readFile, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpoolPort } from '@strikewise/execution/ports.ts'
import type { Batch } from '@strikewise/execution/store/change.ts'

const NEWLINE = 0x0a

/**
 * A file an account and epoch under the data folder, one batch a line, on disk before `append` resolves: where exits are
 * written while the store is down. A last line cut off by a crash or a full disk was never acted on and is left out.
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
        await file.appendFile(`${JSON.stringify(batch)}\n`)
        await file.sync()
        if (size === 0) await syncFolder(folder)
      } finally {
        await file.close()
      }
    },
    async read(account) {
      const files = await filesOf(folder, account)
      const batches = await Promise.all(files.map(({ name }) => batchesIn(join(folder, name))))
      return batches.flat()
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
  const names = await orMissing(readdir(folder), [])
  return names
    .map((name) => ({ name, epoch: Number(name.split('.')[1]) }))
    .filter(({ name, epoch }) => name === nameOf(account, epoch))
    .toSorted((a, b) => a.epoch - b.epoch)
}

async function batchesIn(path: string): Promise<Batch[]> {
  const text = await orMissing(readFile(path, 'utf8'), '')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Batch)
}

/** What was read, or `missing` when there is no such file or folder. */
async function orMissing<T>(reading: Promise<T>, missing: T): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return missing
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
