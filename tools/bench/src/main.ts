// `npm run bench [-- group …] [--size smallest] [--file path]`: measures, prints the figures, and writes them to
// docs/benchmarks.md, each with the day, the commit and the machine's shape. The smallest size proves that a bench runs;
// its figures are written only to a file that is given.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BENCHMARKS, writeBlock } from '../../../scripts/benchmarks/document.ts'
import { measuredNow } from '../../../scripts/benchmarks/measured.ts'
import type { Bench, BenchResult, Size } from './bench.ts'
import { stopAll } from './while-running.ts'
import { blockOf, resultText } from './table.ts'

const RESULTS = join(import.meta.dirname, '../../../bench-results.json')

/** Loaded when its turn comes: what one bench compares with costs the others nothing. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  indicators: async () => (await import('./indicators/indicators.ts')).indicatorsBench,
  live: async () => (await import('./live/live.ts')).liveBench,
  backtest: async () => (await import('./backtest/backtest.ts')).backtestBench,
  growth: async () => (await import('./growth/growth.ts')).growthBench,
  pipeline: async () => (await import('./pipeline/pipeline.ts')).pipelineBench,
  ticks: async () => (await import('./ticks/ticks.ts')).ticksBench,
  alerts: async () => (await import('./alerts/alerts.ts')).alertsBench,
  recorder: async () => (await import('./recorder/recorder.ts')).recorderBench,
  history: async () => (await import('./history/history.ts')).historyBench,
  'user-scoped-db': async () => (await import('./user-scoped-db/user-scoped-db.ts')).userScopedDbBench,
  start: async () => (await import('./start/start.ts')).startBench,
  rest: async () => (await import('./rest/rest.ts')).restBench,
  fanout: async () => (await import('./fanout/fanout.ts')).fanoutBench,
  polls: async () => (await import('./polls/polls.ts')).pollsBench,
  isolation: async () => (await import('./isolation/isolation.ts')).isolationBench,
  push: async () => (await import('./push/push.ts')).pushBench,
  connections: async () => (await import('./connections/connections.ts')).connectionsBench,
  scale: async () => (await import('./scale/scale.ts')).scaleBench,
  intents: async () => (await import('./intents/intents.ts')).intentsBench,
  budget: async () => (await import('./budget/budget.ts')).budgetBench,
  traces: async () => (await import('./traces/traces.ts')).tracesBench,
  hung: async () => (await import('./fanout/hung.ts')).hungBench,
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stopAll().finally(() => process.exit(130)))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: 'full' }, file: { type: 'string' } },
})
const unknown = positionals.find((name) => !Object.hasOwn(BENCHES, name))
if (unknown !== undefined) {
  console.error(`No bench '${unknown}'. There are: ${Object.keys(BENCHES).join(', ')}.`)
  process.exitCode = 2
} else if (values.size !== 'full' && values.size !== 'smallest') {
  console.error(`--size must be full or smallest, not '${values.size}'.`)
  process.exitCode = 2
} else await runAll(positionals.length > 0 ? positionals : Object.keys(BENCHES), values.size, values.file)

/** A bench that fails does not keep the others from running, but the program then ends with status 1. */
async function runAll(chosen: readonly string[], size: Size, file: string | undefined): Promise<void> {
  const measured = measuredNow()
  const document = file ?? (size === 'full' ? BENCHMARKS : undefined)
  console.log(`${measured.machine}, commit ${measured.commit}\n`)
  const benches: Record<string, BenchResult & { title: string; seconds: number }> = {}
  for (const name of chosen) {
    try {
      const bench = await BENCHES[name]!()
      const startedAt = performance.now()
      const result = await bench.run(size)
      benches[name] = { title: bench.title, seconds: Math.round((performance.now() - startedAt) / 1000), ...result }
      console.log(resultText(bench.name, bench.title, result))
      // At once: a bench that fails later takes none of the others with it.
      if (document !== undefined) writeBlock('Benches', blockOf(bench, result, measured), document)
    } catch (error) {
      console.error(`${name} failed: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    }
  }
  writeFileSync(RESULTS, `${JSON.stringify({ measured, benches }, null, 2)}\n`)
  console.log(`Written to bench-results.json${document === undefined ? '' : ` and ${document}`}.`)
}
