import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import type { ArchivedFile } from './manifest.ts'
import { TAR_END, tarHeader, tarPadding } from './tar.ts'

/**
 * Writes an archive file by file. A file's size and sum are known once it is written, so each is a file of its own beside the
 * archive until it is added: at most `partBytes` and a page of rows.
 */
export class ArchiveWriter {
  readonly files: ArchivedFile[] = []
  readonly #output: Writable
  readonly #part: string
  readonly #partBytes: number

  constructor(output: Writable, { part, partBytes }: { readonly part: string; readonly partBytes: number }) {
    this.#output = output
    this.#part = part
    this.#partBytes = partBytes
  }

  /** Adds one file. `pieces` are of whole lines. */
  async addFile(name: string, pieces: AsyncIterable<string>): Promise<void> {
    await this.#add(name, pieces)
  }

  /** Adds the lines of a table in files of about `partBytes`: `name.000.jsonl` and on. A table without rows has one, empty. */
  async addParts(name: string, pieces: AsyncIterable<string>): Promise<void> {
    const source = pieces[Symbol.asyncIterator]()
    let next = await source.next()
    for (let part = 0; part === 0 || next.done !== true; part += 1) {
      const limit = this.#partBytes
      const ofPart = async function* () {
        for (let bytes = 0; next.done !== true && bytes < limit; next = await source.next()) {
          bytes += Buffer.byteLength(next.value)
          yield next.value
        }
      }
      await this.#add(`${name}/${String(part).padStart(3, '0')}.jsonl`, ofPart())
    }
  }

  /** Adds a last file that is not in the list of files, and ends the archive. */
  async end(name: string, text: string): Promise<void> {
    const content = Buffer.from(text)
    await this.#write(Buffer.concat([tarHeader(name, content.length), content, tarPadding(content.length), TAR_END]))
    this.#output.end()
  }

  async #add(name: string, pieces: AsyncIterable<string>): Promise<void> {
    const sum = createHash('sha256')
    let bytes = 0
    let rows = 0
    const counted = async function* () {
      for await (const piece of pieces) {
        const content = Buffer.from(piece)
        sum.update(content)
        bytes += content.length
        rows += piece.split('\n').length - 1
        yield content
      }
    }
    await pipeline(counted(), createWriteStream(this.#part, { mode: 0o600 }))
    await this.#write(tarHeader(name, bytes))
    for await (const piece of createReadStream(this.#part)) await this.#write(piece as Buffer)
    await this.#write(tarPadding(bytes))
    await rm(this.#part)
    this.files.push({ name, bytes, rows, sha256: sum.digest('hex') })
  }

  async #write(content: Buffer): Promise<void> {
    if (!this.#output.write(content)) await once(this.#output, 'drain')
  }
}
