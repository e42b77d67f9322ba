// Loses the reply of every order call after the exchange has carried it out, until so many were settled; arguments are
// the program's options: --count N, --accounts N, --seed N.
import { runRecorded } from '../benchmarks/record.ts'

process.exit(await runRecorded('timeouts', 'apps/server/tests/black-box/chaos/lost-replies-main.ts'))
