// Verifies an audit export; arguments: <archive.tar.gz> [--key <64 hex digits>].
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['apps/server/src/audit-export/verify-main.ts', ...process.argv.slice(2)]))
