// Storms, freezes and deploys over live trades for as long as wanted, judged by an auditor after each.
import { parseArgs } from 'node:util'
import { ExecutorPair } from './executor-pair.ts'
import { LONG_CHAOS_RUNS, faultConditions } from './chaos-run.ts'
import { ChaosStack } from './chaos-stack.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    /** Market seconds a real one. */
    speed: { type: 'string', default: '2' },
    accounts: { type: 'string', default: '8' },
    /** The name of one storm, again and again; else all of them in turn, with freezes and deploys between. */
    only: { type: 'string' },
  },
})
/** After three losses in a row an account is locked for the day. */
const ROUNDS_A_DAY = 3
const PAUSE_MS = 3_000
const FREEZE_MS = 30_000
const DEPLOYS = 3
const DEPLOY_EVERY_MS = 20_000

const chaosRuns = LONG_CHAOS_RUNS.filter(({ name }) => values.only === undefined || name === values.only)
if (chaosRuns.length === 0)
  throw new RangeError(
    `--only: no storm is called ${values.only}. One of: ${LONG_CHAOS_RUNS.map(({ name }) => name).join(', ')}`,
  )
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

const stack = await ChaosStack.start({
  speed: Number(values.speed),
  seed: `storms ${values.seed}`,
  accounts: Number(values.accounts),
})
try {
  const pair = await new ExecutorPair(stack).start()
  const end = performance.now() + Number(values.minutes) * 60_000
  let round = 0
  for (; performance.now() < end && !stopping.signal.aborted; round += 1) {
    if (round > 0) await (round % ROUNDS_A_DAY === 0 ? stack.nextDay() : stack.nextRound())
    const started = performance.now()
    const { name, report } = await play(pair, round)
    const seconds = ((performance.now() - started) / 1_000).toFixed(0)
    console.log(
      `${String(round + 1).padStart(4)}  ${name.padEnd(26)} ${seconds.padStart(4)} s  ${report.orders} orders, ${report.fills} fills so far`,
    )
  }
  const trades = await stack.floor.trades()
  const closed = trades.filter((trade) => trade.state === 'closed').length
  console.log(`faults: ${JSON.stringify(stack.faultProxies.struck)}`)
  console.log(
    `${round} rounds, ${closed} trades closed, ${trades.length - closed} never filled; 0 doubled, 0 lost, all flat, books equal`,
  )
  // What docs/benchmarks.md records of a run.
  console.log(
    [
      `figure: rounds of faults, frozen leaders and deploys | ${round}`,
      `figure: trades closed | ${closed}`,
      `figure: trades never filled | ${trades.length - closed}`,
      'figure: doubled | 0',
      'figure: lost | 0',
    ].join('\n'),
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await stack.stop()
}

/** One round: the storms in turn, then a frozen leader, then deploys. Rejects when something was lost, doubled or left open. */
async function play(pair: ExecutorPair, round: number) {
  const kinds = chaosRuns.length + (values.only === undefined ? 2 : 0)
  const chaosRun = chaosRuns[round % kinds]
  if (chaosRun !== undefined)
    return { name: chaosRun.name, report: await faultConditions(stack, chaosRun, `${values.seed}/${round}`, PAUSE_MS) }
  if (round % kinds === chaosRuns.length) {
    const { byWoken, report } = await pair.freeze(FREEZE_MS)
    if (byWoken.length > 0) throw new Error(`the woken executor sent ${byWoken.join(', ')}`)
    return { name: 'frozen leader', report }
  }
  return { name: 'rolling deploys', report: await pair.deploy(DEPLOYS, DEPLOY_EVERY_MS) }
}
