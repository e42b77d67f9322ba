import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { PathSnapshot } from '@strikewise/exchange/prices/path-snapshot.ts'
import { SavedStateError } from './journal-file.ts'

/** First in the file, with the number of its format: raise it with any change of what a snapshot holds. */
const MAGIC = Buffer.from('strikewise course 3\n')
const HEAD_BYTES = MAGIC.length + 4

function courseFileIn(data: string): string {
  return join(data, 'course')
}

/**
 * The market as it was when it was last saved; undefined: it never was. Throws BooksError for a file that is
 * damaged or of another format.
 */
export function readPricePath(data: string): PathSnapshot | undefined {
  const file = courseFileIn(data)
  if (!existsSync(file)) return undefined
  const bytes = readFileSync(file)
  const body = bytes.subarray(HEAD_BYTES)
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC) || crc32(body) !== bytes.readUInt32LE(MAGIC.length))
    throw new SavedStateError(
      `${file} is damaged, or not of this program. Nothing was changed. Put a copy of it back, or move it away: the market then begins anew at the prices of its seed.`,
    )
  return deserialize(body) as PathSnapshot
}

/** Writes the market down in one go: after any crash the file is the old one or the new one. `snapshot` is copied at once. */
export function writePricePath(data: string, snapshot: PathSnapshot): Promise<void> {
  const body = serialize(snapshot)
  const head = Buffer.alloc(HEAD_BYTES)
  MAGIC.copy(head)
  head.writeUInt32LE(crc32(body), MAGIC.length)
  return replace(courseFileIn(data), [head, body])
}

async function replace(file: string, parts: readonly Buffer[]): Promise<void> {
  const next = `${file}.next`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await rm(next, { force: true })
  const handle = await open(next, 'ax', 0o600)
  try {
    for (const part of parts) await handle.appendFile(part)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(next, file)
}
