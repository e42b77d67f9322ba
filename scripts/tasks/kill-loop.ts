// Kills the trader at named points of its work, over and over, and judges what its successor makes of it; arguments are
// the loop's options: --kills N, --seed N, --speed N (market seconds a real one).
import { runRecorded } from '../benchmarks/record.ts'

process.exit(await runRecorded('kill-loop', 'apps/server/tests/black-box/kill-loop/main.ts'))
