// The product as several machines run it, on this one: every role in processes of its own on PostgreSQL and NATS, until Ctrl-C.
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Secret } from '../../apps/server/src/secret.ts'
import { shardsByProcess } from '../../apps/server/src/store/shard-leaders.ts'
import { openStore } from '../../apps/server/src/store/open-store.ts'
import { buildAppIfStale } from '../build-app.ts'
import { Cluster, FULL_SIZE } from '../cluster/cluster.ts'
import { NATS_SERVER } from '../cluster/nats-server.ts'
import { ROOT } from '../command.ts'
import { ensureBuild } from '../debian-package.ts'
import { startDemo } from '../dev-stack.ts'
import { PORTS } from '../ports.ts'
import { ProgramGroup } from '../program-group.ts'

const HELP = `npm run cluster -- [options]

  --port N             where the first web process listens, the second on the next port (${PORTS.server})
  --sandbox-port N     where the sandbox listens (${PORTS.sandbox})
  --speed N            how fast the sandbox's market runs, 1 to 600 (2)
  --start TIME         when its first day starts, e.g. 2026-09-17T09:36 (IST)
  --traders N          executors, 1 to 8 (${FULL_SIZE.trader})
  --data DIR           where everything is kept (.data/cluster)
  --fresh              delete what is kept there and begin anew
  --help               this text

Kill any process with the number shown: it is started again, and meanwhile others do its work.`

const WATCH_MS = 1_000

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: String(PORTS.server) },
    'sandbox-port': { type: 'string', default: String(PORTS.sandbox) },
    speed: { type: 'string', default: '2' },
    start: { type: 'string' },
    traders: { type: 'string', default: String(FULL_SIZE.trader) },
    data: { type: 'string', default: join(ROOT, '.data', 'cluster') },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
const traders = Number(values.traders)
if (!Number.isInteger(traders) || traders < 1 || traders > 8)
  throw new RangeError(`--traders is a whole number from 1 to 8, not ${values.traders}`)
const data = resolve(values.data)
if (values.fresh) rmSync(data, { recursive: true, force: true })
const group = new ProgramGroup(data)
await group.run(main)

async function main(): Promise<void> {
  if ((await ensureBuild(NATS_SERVER, ['nats-server'])) === undefined)
    throw new Error(`${NATS_SERVER} is needed: install Debian's package nats-server`)
  await buildAppIfStale()
  const cluster = await Cluster.start({
    data,
    size: { ...FULL_SIZE, trader: traders },
    port: Number(values.port),
    sandboxArgs: [
      '--port',
      values['sandbox-port'],
      '--speed',
      values.speed,
      '--clock-file',
      join(data, 'market-day'),
      '--data',
      join(data, 'sandbox'),
      ...(values.start === undefined ? [] : ['--start', values.start]),
    ],
    onProblem: show,
    onChange: show,
  })
  group.add({ name: 'cluster', stop: () => cluster.stop() })
  const webs = cluster.members.filter(({ role }) => role === 'web')
  const demo = await startDemo({ data, onProblem: show }, { server: webs[0]!.url!, sandbox: cluster.sandbox.http })
  group.add(demo.program)
  for (const { name, pid, url } of cluster.members)
    console.log(`  ${name.padEnd(12)} process ${String(pid).padEnd(8)} ${url ?? ''}`)
  for (const [index, { pid, port }] of cluster.nats.entries())
    console.log(`  nats-${String(index + 1).padEnd(7)} process ${String(pid).padEnd(8)} port ${port}`)
  console.log(`  sandbox      ${cluster.sandbox.http}`)
  for (const { plan, email } of demo.accounts)
    console.log(`  ${plan.padEnd(12)} ${email.padEnd(28)} password ${demo.password}`)
  console.log(`\n  Logs: ${join(data, '<name>', 'logs')}   Stop: Ctrl-C\n`)
  showShards(cluster)
}

/** Prints how many of the 64 shards each executor leads, whenever that changes. */
function showShards(cluster: Cluster): void {
  const store = openStore(new Secret(cluster.storeUrl), { warn: () => {} }, { max: 1 })
  let last = ''
  const check = async () => {
    try {
      const owners = await shardsByProcess(store.db)
      const text = cluster.members
        .filter(({ role }) => role === 'trader')
        .map(({ name, pid }) => `${name} ${owners.get(pid) ?? 0}`)
        .join(', ')
      if (text !== last) show(`shards: ${text}`)
      last = text
    } catch {
      // The store restarts: the next look shows how it is then.
      last = ''
    }
  }
  const watching = setInterval(() => void check(), WATCH_MS)
  group.add({
    name: 'shards',
    async stop() {
      clearInterval(watching)
      await store.close()
    },
  })
}

function show(line: string): void {
  if (!group.stopping) console.error(`  ${line}`)
}
