// Writes what an auditor asks of a range of years into one archive: npm run audit-export -- --years 2022-2026 [--out folder]
// Ends with 0 when the archive is written and holds, 1 when a chain of it is broken, 2 when it could not be written.
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { istDate, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { readConfig } from '../config.ts'
import { openLogger } from '../logging/logger.ts'
import { SigningKey } from '../public-log/signing-key.ts'
import { MasterKey } from '../secrets/master-key.ts'
import { openStore, startStore } from '../store/open-store.ts'
import { exportArchive } from './export-archive.ts'
import { verifyArchive } from './verify-archive.ts'

const USAGE = 'Usage: npm run audit-export -- --years <year>[-<year>] [--out <folder>]'

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  return 2
})

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { years: { type: 'string' }, out: { type: 'string', default: '.' } } })
  const [, first, last = first] = /^(\d{4})(?:-(\d{4}))?$/.exec(values.years ?? '') ?? []
  if (first === undefined || last === undefined || last < first) throw new Error(USAGE)
  const range = { from: istDate(`${first}-01-01`), to: istDate(`${last}-12-31`) }
  const path = join(values.out, `strikewise-audit-${first}-${last}.tar.gz`)
  const config = readConfig(process.env)
  const key = new SigningKey(MasterKey.open(config))
  const logger = openLogger(config, 'audit-export')
  const server = await startStore(config, logger)
  const store = openStore(server.url, logger)
  try {
    const now = Date.now() as EpochMs
    const progress = (line: string) => console.log(line)
    const { sha256 } = await exportArchive(path, range, { db: store.db, key, now, progress })
    await writeFile(`${path}.sha256`, `${sha256}  ${basename(path)}\n`)
    const { findings } = await verifyArchive(createReadStream(path).pipe(createGunzip()), key.publicHex)
    for (const finding of findings) console.log(`Broken in the store: ${finding}`)
    console.log(`${path}, SHA-256 ${sha256}, signed with ${key.publicHex}`)
    return findings.length === 0 ? 0 : 1
  } finally {
    await store.close()
    await server.close()
  }
}
