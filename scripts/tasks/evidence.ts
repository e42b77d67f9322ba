// What each agent knew of the index's next move, in apps/lab; arguments are its options.
import { runRecorded } from '../benchmarks/record.ts'

process.exit(await runRecorded('evidence', 'apps/lab/src/evidence/main.ts'))
