// What other stops, targets, time limits and entry hours would have brought, in apps/lab; arguments are its options.
import { runRecorded } from '../benchmarks/record.ts'

process.exit(await runRecorded('exit-rules', 'apps/lab/src/exit-rules/main.ts'))
