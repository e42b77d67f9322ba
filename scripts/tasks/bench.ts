// The benchmarks of tools/bench; arguments are their names.
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['tools/bench/src/main.ts', ...process.argv.slice(2)]))
