// Verifies an audit export without the server: npm run verify-audit-export -- <archive.tar.gz> [--key <64 hex digits>]
// Ends with 0 when it is what was written, 1 when it was changed, 2 when the question could not be answered.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { verifyArchive } from './verify-archive.ts'

const USAGE = 'Usage: npm run verify-audit-export -- <archive.tar.gz> [--key <64 hex digits>]'

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  return 2
})

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } })
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new Error(USAGE)
  if (values.key !== undefined && !/^[0-9a-f]{64}$/.test(values.key))
    throw new Error(`--key takes 64 hex digits\n${USAGE}`)
  const findings = await sumFindings(path)
  const tar = createGunzip()
  createReadStream(path)
    .on('error', (error) => tar.destroy(error))
    .pipe(tar)
  const verdict = await verifyArchive(tar, values.key).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    return { findings: [`the compression was changed: ${String(error)}`], signed: undefined }
  })
  for (const finding of [...findings, ...verdict.findings]) console.log(`Not what was written: ${finding}`)
  if (findings.length > 0 || verdict.findings.length > 0 || verdict.signed === undefined) return 1
  const { manifest, key } = verdict.signed
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  console.log(`The archive holds: ${manifest.from} to ${manifest.to}, ${manifest.files.length} files, ${rows} rows.`)
  if (values.key === undefined)
    console.log(`Signed with ${key}: compare it with the key you know, or give it as --key.`)
  return 0
}

/** Compares the archive with the sum beside it, where there is one. */
async function sumFindings(path: string): Promise<string[]> {
  const listed = await readFile(`${path}.sha256`, 'utf8').catch(() => undefined)
  if (listed === undefined) return []
  const sum = createHash('sha256')
  await pipeline(createReadStream(path), sum)
  return listed.startsWith(`${sum.digest('hex')} `) ? [] : [`the archive is not the one of ${path}.sha256`]
}
