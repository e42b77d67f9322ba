// Option chains a minute in Parquet, in apps/lab; arguments are its options.
import { runRecorded } from '../benchmarks/record.ts'

process.exit(await runRecorded('history', 'apps/lab/src/history/main.ts'))
