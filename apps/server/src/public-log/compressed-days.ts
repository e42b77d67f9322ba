import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Semaphore } from '@strikewise/concurrency/semaphore.ts'
import type { Kysely } from 'kysely'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import { openUserPool, type Store } from '../store/open-store.ts'
import { dayExport, signedDays, type StoredRoot } from './day-export.ts'

const FOLDER = 'record-files'
/** Days packed at a time, and requests that may wait for one. */
const PACKED_AT_ONCE = 1
const MAX_WAITING = 16

interface PackedDay {
  /** The gzipped export. */
  readonly path: string
  readonly bytes: number
}

/** The exports of sealed days as files, each made once. */
export interface CompressedDays {
  /** The file of a sealed day; who asks while it is being made waits for it. Rejects with TooBusy when too many wait. */
  fileOf(signed: StoredRoot): Promise<PackedDay>
  close(): Promise<void>
}

/**
 * Keeps exports below the data folder. What was sealed never changes, so a file named by the root's hash stays right. It
 * is read over a connection of its own: a whole day takes a second of reads that no other statement should wait for.
 */
export function compressedDays(dataDir: string, store: Store): CompressedDays {
  const pool = openUserPool(store, PACKED_AT_ONCE)
  const folder = join(dataDir, FOLDER)
  const limit = new Semaphore(PACKED_AT_ONCE, { maxWaiting: MAX_WAITING })
  const under = new Map<string, Promise<PackedDay>>()

  const pack = async (signed: StoredRoot, path: string): Promise<PackedDay> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Two processes may pack one day: each writes a file of its own, and the last name counts.
    const draft = `${path}.${randomBytes(6).toString('hex')}`
    try {
      await pipeline(Readable.from(dayExport(pool.db, signed)), createGzip(), createWriteStream(draft, { mode: 0o600 }))
      await rename(draft, path)
    } finally {
      await rm(draft, { force: true })
    }
    return { path, bytes: (await stat(path)).size }
  }

  return {
    async fileOf(signed) {
      const path = join(folder, `${signed.root.day}-${signed.hash}.jsonl.gz`)
      const known = await stat(path).catch(() => undefined)
      if (known !== undefined) return { path, bytes: known.size }
      const packing = under.get(path) ?? limit.run(() => pack(signed, path)).finally(() => under.delete(path))
      under.set(path, packing)
      return packing
    },
    close: () => pool.close(),
  }
}

/** Packs the newest sealed day before the first request. What fails here is made at the first request. */
export async function compressNewest({
  db,
  compressedDays,
  logger,
}: {
  readonly db: Kysely<Database>
  readonly compressedDays: CompressedDays
  readonly logger: Logger
}): Promise<void> {
  try {
    const [newest] = await signedDays(db)
    if (newest !== undefined) await compressedDays.fileOf(newest)
  } catch (error) {
    logger.warn({ err: error }, 'the newest day of the record could not be packed yet')
  }
}
