// Known bugs put into a copy of the program, which the simulator must find; arguments are names of patches.
import { runRecorded } from '../benchmarks/record.ts'

process.exit(await runRecorded('simulate:planted', 'apps/lab/src/simulate/planted.ts'))
