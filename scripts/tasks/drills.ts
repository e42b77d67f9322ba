// Faults of processes, disks, texts and people under open trades, judged from outside; arguments are the program's options:
// --only NAME,NAME, --rounds N, --seed N, --speed N (market seconds a real one), --accounts N.
import { runRecorded } from '../benchmarks/record.ts'

process.exit(await runRecorded('drills', 'apps/server/tests/black-box/drills/main.ts'))
