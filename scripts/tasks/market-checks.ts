// Whether the simulated market looks like the recorded one, in tools/bench; arguments are its options.
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['tools/bench/src/market-checks/main.ts', ...process.argv.slice(2)]))
