// Storms, freezes and deploys over live trades through a fault proxy, judged by an outside auditor; arguments are the
// program's options: --minutes N, --seed N, --speed N (market seconds a real one), --accounts N.
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['apps/server/tests/black-box/chaos/main.ts', ...process.argv.slice(2)]))
