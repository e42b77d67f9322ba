// Simulated trading days under faults, in apps/lab; arguments are its options.
import { runRecorded } from '../benchmarks/record.ts'

process.exit(await runRecorded('simulate', 'apps/lab/src/simulate/main.ts'))
