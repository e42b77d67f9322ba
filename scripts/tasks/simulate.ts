// Simulated trading days under faults, in apps/lab; arguments are its options.
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['apps/lab/src/simulate/main.ts', ...process.argv.slice(2)]))
