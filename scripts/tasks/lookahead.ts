// Whether a decision depends on what the market does after it, in apps/lab; arguments are its options.
import { runRecorded } from '../benchmarks/record.ts'

process.exit(await runRecorded('lookahead', 'apps/lab/src/lookahead/main.ts'))
