// Faults of the machines of a cluster under open trades, judged from outside; arguments are the program's options: --minutes N,
// --seed N, --speed N (market seconds a real one), --accounts N, --only NAME,NAME.
import { NATS_SERVER } from '../cluster/nats-server.ts'
import { runRecorded } from '../benchmarks/record.ts'
import { ensureBuild } from '../debian-package.ts'

if ((await ensureBuild(NATS_SERVER, ['nats-server'])) === undefined)
  throw new Error(`${NATS_SERVER} is needed: install Debian's package nats-server`)
process.exit(await runRecorded('cluster:chaos', 'apps/server/tests/black-box/cluster/main.ts'))
