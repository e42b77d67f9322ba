import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'

/** The books cannot be read, or belong to another market: reported in one line, with the remedy. */
export class SavedStateError extends Error {}

/** Named pieces of plain data; undefined takes a piece away. */
export type Pieces = ReadonlyMap<string, unknown>

/**
 * First in every file, with the number of its format. Raise it with any change of what a piece holds (`ExchangeState`,
 * `AccountState`, `OrderState`, `Account`, `BrokerSession`): an older file is then refused instead of misread.
 */
const MAGIC = Buffer.from('strikewise books 3\n')

/** Of each frame: length of its body, checksum of the length, checksum of the body; 32 bits each. */
const HEAD_BYTES = 12

/**
 * What a journal of pieces holds: frame after frame, the newest of each piece. Undefined: there is no such file. A last
 * frame that the end of the file cuts short was never confirmed to any caller, and is left out; anything else that does not
 * agree with its checksum throws BooksError.
 */
export function readJournal(file: string): Map<string, unknown> | undefined {
  if (!existsSync(file)) return undefined
  const bytes = readFileSync(file)
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC))
    throw new SavedStateError(`${file} is not a file of books that this program can read. ${REMEDY}`)
  const pieces = new Map<string, unknown>()
  let at = MAGIC.length
  while (at + HEAD_BYTES <= bytes.length) {
    const length = bytes.readUInt32LE(at)
    if (crc32(bytes.subarray(at, at + 4)) !== bytes.readUInt32LE(at + 4)) throw damaged(file, at)
    const body = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length)
    if (body.length < length) break
    if (crc32(body) !== bytes.readUInt32LE(at + 8)) throw damaged(file, at)
    for (const [key, piece] of deserialize(body) as [string, unknown][])
      if (piece === undefined) pieces.delete(key)
      else pieces.set(key, piece)
    at += HEAD_BYTES + length
  }
  return pieces
}

const REMEDY =
  'Nothing was changed. Put a copy of it back, or move it away to begin with new accounts: open positions are then gone.'

function damaged(file: string, at: number): SavedStateError {
  return new SavedStateError(`${file} is damaged at byte ${at}. ${REMEDY}`)
}

/** Writes a journal of pieces, one call at a time. What a resolved call has written survives a crash of the machine. */
export class JournalFile {
  readonly #file: string
  #handle: FileHandle | undefined
  #size = 0

  constructor(file: string) {
    this.#file = file
  }

  /** Bytes written since there was a file. */
  get size(): number {
    return this.#size
  }

  /** Starts the file over with these pieces, copied at once, and no others: it is the old one or the new one, whenever this ends. */
  async replace(pieces: Pieces): Promise<void> {
    const bytes = Buffer.concat([MAGIC, frameOf(pieces)])
    const folder = dirname(this.#file)
    const next = `${this.#file}.next`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rm(next, { force: true })
    const handle = await open(next, 'ax', 0o600)
    await handle.appendFile(bytes)
    await handle.sync()
    await rename(next, this.#file)
    await syncFolder(folder)
    await this.#handle?.close()
    this.#handle = handle
    this.#size = bytes.length
  }

  /** Adds pieces, copied at once, to a file that `replace` has begun. */
  async append(pieces: Pieces): Promise<void> {
    if (this.#handle === undefined) throw new Error(`${this.#file} was not begun`)
    const frame = frameOf(pieces)
    await this.#handle.appendFile(frame)
    await this.#handle.datasync()
    this.#size += frame.length
  }

  async close(): Promise<void> {
    await this.#handle?.close()
    this.#handle = undefined
  }
}

function frameOf(pieces: Pieces): Buffer {
  const body = serialize([...pieces])
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(body.length, 0)
  head.writeUInt32LE(crc32(head.subarray(0, 4)), 4)
  head.writeUInt32LE(crc32(body), 8)
  return Buffer.concat([head, body])
}

/** A new name is safe once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
