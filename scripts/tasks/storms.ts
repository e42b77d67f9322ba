// Storms, freezes and deploys over live trades through a fault proxy, judged by an outside auditor; arguments are the
// program's options: --minutes N, --seed N, --speed N (market seconds a real one), --accounts N.
import { runRecorded } from '../benchmarks/record.ts'

process.exit(await runRecorded('storms', 'apps/server/tests/black-box/chaos/main.ts'))
