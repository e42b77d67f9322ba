// The benchmarks of apps/lab; arguments are their names.
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['apps/lab/src/bench/main.ts', ...process.argv.slice(2)]))
