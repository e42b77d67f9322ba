// Registers candidate rules and tests them once, in apps/lab; arguments are its options.
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['apps/lab/src/trial/main.ts', ...process.argv.slice(2)]))
