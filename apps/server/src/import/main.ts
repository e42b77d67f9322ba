// Brings users in from an exported document store: npm run import-users -- users.jsonl [--apply] [--report file.json]
// Without --apply everything is read and checked, and nothing is written.
// Ends with 0 when every line is in order, 1 when some were refused, 2 when it could not be done.
import { createReadStream, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { openLogger } from '../logging/logger.ts'
import { MasterKey } from '../secrets/master-key.ts'
import { openStore, startStore } from '../store/open-store.ts'
import { openClock } from '../time/open-clock.ts'
import { importUsers, type LineReport, type ImportResult } from './import-users.ts'

const USAGE = 'Usage: npm run import-users -- <users.jsonl> [--apply] [--report <file.json>]'
const OUTCOMES = ['imported', 'would import', 'there', 'refused'] as const satisfies readonly ImportResult[]

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  return 2
})

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { apply: { type: 'boolean', default: false }, report: { type: 'string' } },
  })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new Error(USAGE)
  const input = createReadStream(file, 'utf8')
  const opened = Promise.withResolvers<void>()
  input.once('open', () => opened.resolve()).once('error', (error) => opened.reject(error))
  await opened.promise

  const config = readConfig(process.env)
  const logger = openLogger(config, 'import')
  const server = await startStore(config, logger)
  const store = openStore(server.url, logger)
  const clock = await openClock(config)
  try {
    const reports: LineReport[] = []
    const options = {
      db: store.db,
      master: MasterKey.open(config),
      now: clock.now(),
      apply: values.apply,
      withKeys: !config.sandbox,
    }
    for await (const report of importUsers(createInterface({ input, crlfDelay: Infinity }), options)) {
      reports.push(report)
      for (const { severity, field, text } of report.findings)
        console.log(`line ${report.line}, ${report.uid ?? 'no id'}: ${severity}: ${field} ${text}`)
    }
    for (const outcome of OUTCOMES) {
      const count = reports.filter((report) => report.outcome === outcome).length
      if (count > 0) console.log(`${outcome}: ${count}`)
    }
    if (!values.apply) console.log('Nothing was written. Say --apply to write.')
    if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(reports, null, 2))
    return reports.some(({ outcome }) => outcome === 'refused') ? 1 : 0
  } finally {
    clock.close()
    await store.close()
    await server.close()
  }
}
