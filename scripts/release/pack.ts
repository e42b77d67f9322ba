import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, globSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

/** File with the SHA-256 of every other file of a folder, in the form of `sha256sum`. */
export const CHECKSUMS = 'SHA256SUMS'

/** Writes SHA256SUMS into `folder`. */
export async function writeChecksums(folder: string): Promise<void> {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => file !== CHECKSUMS)
    .toSorted()
  const lines: string[] = []
  for (const file of files) lines.push(`${await sha256Of(join(folder, file))}  ${file}\n`)
  writeFileSync(join(folder, CHECKSUMS), lines.join(''))
}

/**
 * Packs `folder` into `archive` and writes `<archive>.sha256` beside it. The same files give the same bytes: entries are
 * sorted by name, have the time `at` and owner 0, and of the mode only whether the file can be executed (the options that
 * reproducible-builds.org recommends for GNU tar).
 */
export async function packFolder(folder: string, archive: string, at: Date): Promise<void> {
  await promisify(execFile)(
    'tar',
    [
      '--create',
      `--file=${archive}`,
      '--use-compress-program=gzip --no-name',
      `--directory=${dirname(folder)}`,
      '--sort=name',
      `--mtime=@${Math.floor(at.getTime() / 1000)}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      '--format=posix',
      '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime',
      basename(folder),
    ],
    // Names are sorted by their bytes, in every language.
    { env: { ...process.env, LC_ALL: 'C' } },
  )
  writeFileSync(`${archive}.sha256`, `${await sha256Of(archive)}  ${basename(archive)}\n`)
}

/** SHA-256 of a file, in hexadecimal digits. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
