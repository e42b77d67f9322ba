import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** Below this size the packed file would save less than a packet. */
const MIN_BYTES = 1000

/** Writes every text file of a folder once more packed with Brotli and with gzip, for the server to send as they are. Pages are packed by the server, which writes its address into them. */
export function packFiles(folder: string): void {
  for (const name of globSync('**/*.{js,css,json,svg,webmanifest}', { cwd: folder })) {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    if (bytes.length < MIN_BYTES) continue
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
