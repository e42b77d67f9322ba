// Faults of the machines of a cluster under open trades for as long as wanted, judged from the exchange's own log after each.
import { parseArgs } from 'node:util'
import { SeededRandom } from '../kill-loop/seeded-random.ts'
import { ChaosCluster } from './chaos-cluster.ts'
import { CLUSTER_FAULTS, type ClusterFault } from './cluster-faults.ts'
import { playRound, type ClusterRound } from './cluster-round.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    /** Market seconds a real one. Faster, the product has less real time for each of its deadlines. */
    speed: { type: 'string', default: '1' },
    accounts: { type: 'string', default: '200' },
    /** Names of faults, with commas between; all of them by default. */
    only: { type: 'string' },
  },
})
/** After three losses in a row an account is locked for the day. */
const ROUNDS_A_DAY = 3

const names = values.only?.split(',').map((name) => name.trim())
const unknown = names?.find((name) => !CLUSTER_FAULTS.some((fault) => fault.name === name))
if (unknown !== undefined)
  throw new RangeError(
    `--only: no fault is called '${unknown}'. One of: ${CLUSTER_FAULTS.map(({ name }) => name).join(', ')}`,
  )
const chosen = CLUSTER_FAULTS.filter(({ name }) => names === undefined || names.includes(name))
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

const random = new SeededRandom(Number(values.seed))
const cluster = await ChaosCluster.start({
  speed: Number(values.speed),
  seed: Number(values.seed),
  accounts: Number(values.accounts),
})
const done: ClusterRound[] = []
let failed = 0
try {
  const possible = chosen.filter((fault) => {
    const reason = fault.cannotRun?.(cluster)
    if (reason !== undefined) console.log(`${fault.name.padEnd(28)} skipped: ${reason}`)
    return reason === undefined
  })
  console.log('fault                        away      taken over  unprotected  orders, fills so far')
  const end = performance.now() + Number(values.minutes) * 60_000
  let order: ClusterFault[] = []
  for (let round = 0; performance.now() < end && !stopping.signal.aborted; round += 1) {
    if (order.length === 0) order = random.shuffled(possible)
    if (round > 0) await (round % ROUNDS_A_DAY === 0 ? cluster.stack.nextDay() : cluster.stack.nextRound())
    const result = await playRound(cluster, order.pop()!, random)
    console.log(lineOf(result))
    done.push(result)
    if (result.findings.length > 0) failed += 1
  }
} catch (error) {
  failed += 1
  console.error(error instanceof Error ? error.message : error)
} finally {
  await cluster.close()
}
if (done.length > 0) console.log(figureLines(done))
process.exit(failed === 0 ? 0 : 1)

/** What docs/benchmarks.md records of a run. */
function figureLines(rounds: readonly ClusterRound[]): string {
  const most = (ms: readonly (number | undefined)[]) => seconds(Math.max(0, ...ms.map((one) => one ?? 0)))
  return [
    `figure: accounts | ${values.accounts}`,
    `figure: kinds of fault | ${new Set(rounds.map(({ fault }) => fault)).size}`,
    `figure: rounds | ${rounds.length}, failed ${failed}`,
    `figure: orders, fills | ${rounds.at(-1)!.orders}, ${rounds.at(-1)!.fills}`,
    `figure: shards without an executor, most | ${most(rounds.map(({ takenOverMs }) => takenOverMs))}`,
    `figure: unprotected, most | ${most(rounds.map(({ unprotectedMs }) => unprotectedMs))}`,
  ].join('\n')
}

function lineOf({ fault, awayMs, takenOverMs, unprotectedMs, orders, fills, findings }: ClusterRound): string {
  const line = [
    fault.padEnd(28),
    seconds(awayMs).padEnd(9),
    (takenOverMs === undefined ? '–' : seconds(takenOverMs)).padEnd(11),
    seconds(unprotectedMs).padEnd(12),
    `${orders}, ${fills}`,
  ].join(' ')
  return [line, ...findings.map((finding) => `    ✗ ${finding}`)].join('\n')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
