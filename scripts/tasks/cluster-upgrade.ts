// Every member of a cluster replaced under open trades, judged from outside; arguments are the program's options: --accounts N,
// --speed N (market seconds a real one), --record (writes the figures to docs/benchmarks.md).
import { runRecorded } from '../benchmarks/record.ts'
import { buildAppIfStale } from '../build-app.ts'
import { NATS_SERVER } from '../cluster/nats-server.ts'
import { ensureBuild } from '../debian-package.ts'

if ((await ensureBuild(NATS_SERVER, ['nats-server'])) === undefined)
  throw new Error(`${NATS_SERVER} is needed: install Debian's package nats-server`)
await buildAppIfStale()
process.exit(await runRecorded('cluster:upgrade', 'apps/server/tests/black-box/upgrade/main.ts'))
