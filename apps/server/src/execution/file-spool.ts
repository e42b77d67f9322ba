import { mkdir, open, readFile, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpoolPort } from '@strikewise/execution/ports.ts'
import type { Batch } from '@strikewise/execution/store/change.ts'

const NEWLINE = 0x0a

/**
 * A file an account under the data folder, one batch a line, on disk before `append` resolves: where exits are written
 * while the store is down. A last line cut off by a crash or a full disk was never acted on and is left out.
 */
export function fileSpool(dataDir: string): SpoolPort {
  const folder = join(dataDir, 'spool')
  const fileOf = (account: string) => join(folder, `${Buffer.from(account).toString('hex')}.jsonl`)
  return {
    async append(account, batch) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(fileOf(account), 'a+', 0o600)
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
      const text = await readFile(fileOf(account), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      const whole = text.slice(0, text.lastIndexOf('\n') + 1)
      return whole
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Batch)
    },
    async clear(account) {
      await rm(fileOf(account), { force: true })
    },
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
