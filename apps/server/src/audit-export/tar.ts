/*
 * Tar archives in the ustar format (POSIX.1-1988) of plain files with owner 0 and time 0. For a name and a size there is one
 * header, so a reader that expects it finds any byte of it changed. Every tar program unpacks them.
 */

const BLOCK = 512
const MAX_NAME = 100
/** Eleven octal digits. */
const MAX_BYTES = 8 ** 11 - 1

/** An archive is not what was written. The message names the place. */
export class TamperedArchive extends Error {
  override readonly name = 'TamperedArchive'
}

/** The block before a file's content. Throws RangeError on a name or size that it cannot hold. */
export function tarHeader(name: string, bytes: number): Buffer {
  if (!/^[\w./-]+$/.test(name) || name.length > MAX_NAME) throw new RangeError(`not a name for an archive: ${name}`)
  if (!Number.isInteger(bytes) || bytes < 0 || bytes > MAX_BYTES) throw new RangeError(`not a size: ${bytes}`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write('0000600\0' + octal(0, 7) + octal(0, 7) + octal(bytes, 11) + octal(0, 11), MAX_NAME)
  // The sum is made with spaces in its own place.
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** The zeros after `bytes` of content. */
export const tarPadding = (bytes: number): Buffer => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)

/** What an archive ends with. */
export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK)

export interface TarFile {
  readonly name: string
  readonly bytes: number
  /** To be read before the next file; what is left unread is skipped. */
  readonly content: AsyncIterable<Buffer>
}

/** Reads an archive made of the parts above. Throws TamperedArchive on anything else, down to a byte of its padding. */
export async function* readTar(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const input = new ByteReader(pieces)
  for (let after = 'the start'; ;) {
    const header = await input.exactly(BLOCK, after)
    if (header.every((byte) => byte === 0)) {
      const second = await input.exactly(BLOCK, after)
      if (second.some((byte) => byte !== 0) || (await input.next(1)).length > 0)
        throw new TamperedArchive(`there is more after the end of the archive, after ${after}`)
      return
    }
    const { name, bytes } = namedIn(header, after)
    let left = bytes
    const content = async function* () {
      while (left > 0) {
        const piece = await input.next(left)
        if (piece.length === 0) throw new TamperedArchive(`the archive ends within ${name}`)
        left -= piece.length
        yield piece
      }
    }
    yield { name, bytes, content: content() }
    for await (const skipped of content()) void skipped
    const padding = await input.exactly(tarPadding(bytes).length, name)
    if (padding.some((byte) => byte !== 0)) throw new TamperedArchive(`the padding of ${name} was changed`)
    after = name
  }
}

function namedIn(header: Buffer, after: string): { name: string; bytes: number } {
  const name = header.toString('latin1', 0, MAX_NAME).replace(/\0.*$/s, '')
  const bytes = Number.parseInt(header.toString('latin1', 124, 135), 8)
  let expected: Buffer | undefined
  try {
    expected = tarHeader(name, bytes)
  } catch {
    // Reported below: no file has such a name or size.
  }
  if (expected === undefined || !expected.equals(header))
    throw new TamperedArchive(`the header of the file after ${after} was changed`)
  return { name, bytes }
}

class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** The next bytes, at most `max`; none at the end. */
  async next(max: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#pieces.next()
      if (done === true) return this.#rest
      this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
    const taken = this.#rest.subarray(0, max)
    this.#rest = this.#rest.subarray(taken.length)
    return taken
  }

  async exactly(count: number, after: string): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = count; left > 0;) {
      const part = await this.next(left)
      if (part.length === 0) throw new TamperedArchive(`the archive ends after ${after}`)
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }
}
