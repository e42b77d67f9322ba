// The product's rules over recorded bars, in apps/lab; arguments are its options.
import { runRecorded } from '../benchmarks/record.ts'

process.exit(await runRecorded('backtest', 'apps/lab/src/backtest/main.ts'))
