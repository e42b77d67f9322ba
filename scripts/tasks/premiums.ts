// Model against recorded option premiums, in apps/lab; arguments are its options.
import { runRecorded } from '../benchmarks/record.ts'

process.exit(await runRecorded('premiums', 'apps/lab/src/premiums/main.ts'))
