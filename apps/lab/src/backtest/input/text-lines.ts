import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BadFile } from './bad-file.ts'

/**
 * Lines of a text file, plain or gzipped, a batch at a time and without their ends; a file is never held whole.
 * `onBytes` gets how much of the file has been read since its last call.
 */
export async function* textLines(file: string, onBytes: (bytes: number) => void): AsyncGenerator<readonly string[]> {
  const text = new PassThrough({ encoding: 'utf8' })
  const source = createReadStream(file)
  const done = file.endsWith('.gz') ? pipeline(source, createGunzip(), text) : pipeline(source, text)
  // The error also ends the loop below; without this it would be reported a second time as unhandled.
  done.catch(() => undefined)
  let rest = ''
  let isFirst = true
  let published = 0
  try {
    for await (const chunk of text) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length === 0) continue
      if (isFirst) lines[0] = lines[0]!.replace(/^\uFEFF/, '')
      isFirst = false
      onBytes(source.bytesRead - published)
      published = source.bytesRead
      yield lines.map(withoutReturn)
    }
    await done
  } catch (error) {
    if (error instanceof BadFile) throw error
    throw new BadFile(file, undefined, `not readable: ${(error as Error).message}`, { cause: error })
  } finally {
    source.destroy()
  }
  if (rest !== '') yield [withoutReturn(rest)]
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
