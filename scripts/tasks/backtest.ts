// The product's rules over recorded bars, in apps/lab; arguments are its options.
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['apps/lab/src/backtest/main.ts', ...process.argv.slice(2)]))
