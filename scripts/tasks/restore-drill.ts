// Restores a backup beside the running service and compares every account; arguments: --at <instant> --backup <folder> …
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['apps/server/src/restore-drill/main.ts', ...process.argv.slice(2)]))
