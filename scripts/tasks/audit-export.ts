// Writes an audit export; arguments: --years <year>[-<year>] [--out <folder>].
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['apps/server/src/audit-export/main.ts', ...process.argv.slice(2)]))
