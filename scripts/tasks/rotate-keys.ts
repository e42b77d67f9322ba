// Rotates the master key; arguments: [--begin].
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['apps/server/src/rotate-keys/main.ts', ...process.argv.slice(2)]))
