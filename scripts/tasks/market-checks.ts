// Whether the simulated market looks like the recorded one, in apps/lab; arguments are its options.
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['apps/lab/src/market-checks/main.ts', ...process.argv.slice(2)]))
