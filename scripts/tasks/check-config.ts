// Prints the settings of a server and what speaks against them; arguments: [--file <file>] [--production] [--json].
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['apps/server/src/check-config/main.ts', ...process.argv.slice(2)]))
