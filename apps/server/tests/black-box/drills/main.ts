// Drills: faults of processes, disks, texts and people under open trades, each judged by an auditor outside the server.
import { parseArgs } from 'node:util'
import { BROKER_DRILLS } from './broker-drills.ts'
import { runDrill, type DrillRound } from './drill.ts'
import { DrillStack } from './drill-stack.ts'
import { PROCESS_DRILLS } from './process-drills.ts'
import { LOST_COMMITS, STORE_DRILLS } from './store-drills.ts'

const DRILLS = [...PROCESS_DRILLS, ...STORE_DRILLS, ...BROKER_DRILLS, LOST_COMMITS]

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** Market seconds a real one. */
    speed: { type: 'string', default: '2' },
    accounts: { type: 'string', default: '4' },
    /** Names of drills, with commas between; all of them by default. */
    only: { type: 'string' },
    /** Rounds of each drill; its own number by default. */
    rounds: { type: 'string' },
  },
})
const chosen = values.only?.split(',').map((name) => name.trim())
const unknown = chosen?.find((name) => !DRILLS.some((drill) => drill.name === name))
if (unknown !== undefined)
  throw new RangeError(`--only: no drill is called '${unknown}'. One of: ${DRILLS.map(({ name }) => name).join(', ')}`)

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

const stack = await DrillStack.start({
  seed: Number(values.seed),
  speed: Number(values.speed),
  accounts: Number(values.accounts),
})
const done: DrillRound[] = []
let failed = 0
try {
  console.log(
    'drill                        movement   away     equal after  unprotected (allowed), market time  alarms',
  )
  for (const drill of DRILLS) {
    if (chosen !== undefined && !chosen.includes(drill.name)) continue
    const reason = drill.cannotRun?.(stack)
    if (reason !== undefined) {
      console.log(`${drill.name.padEnd(28)} skipped: ${reason}`)
      continue
    }
    for (let round = 0; round < Number(values.rounds ?? drill.rounds) && !stopping.signal.aborted; round += 1) {
      const result = await runDrill(stack, drill, round)
      console.log(lineOf(result))
      done.push(result)
      if (result.faults.length > 0) failed += 1
    }
  }
} catch (error) {
  failed += 1
  console.error(error instanceof Error ? error.message : error)
} finally {
  await stack.close()
}
console.log(`${done.filter(({ faults }) => faults.length === 0).length} passed, ${failed} failed`)
if (done.length > 0) console.log(figureLines(done))
process.exit(failed === 0 ? 0 : 1)

/** What docs/benchmarks.md records of a run. */
function figureLines(rounds: readonly DrillRound[]): string {
  const seconds = (ms: readonly number[]) => `${(Math.max(...ms) / 1_000).toFixed(1)} s`
  return [
    `figure: kinds of drill | ${new Set(rounds.map(({ name }) => name)).size}`,
    `figure: rounds | ${rounds.length}, failed ${failed}`,
    `figure: books equal after the last part was back, most | ${seconds(rounds.map((one) => one.equalAfterMs))}`,
    `figure: unprotected, market time, most | ${seconds(rounds.map((one) => one.unprotectedMs))}`,
  ].join('\n')
}

function lineOf(round: DrillRound): string {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const line = [
    round.name.padEnd(28),
    round.movement.padEnd(10),
    seconds(round.awayMs).padEnd(8),
    seconds(round.equalAfterMs).padEnd(12),
    `${seconds(round.unprotectedMs)} (${seconds(round.allowedMs)})`.padEnd(37),
    String(round.alarms),
  ].join(' ')
  return [line, ...round.faults.map((fault) => `    ✗ ${fault}`)].join('\n')
}
