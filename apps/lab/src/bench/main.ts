// `npm run bench [-- name …]`: measures, prints the figures and writes them to bench-results.json.
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import type { Bench, BenchResult } from './bench.ts'
import { stopAll } from './while-running.ts'
import { resultText } from './table.ts'

const RESULTS = join(import.meta.dirname, '../../../../bench-results.json')

/** Loaded when its turn comes: what one bench compares with costs the others nothing. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  indicators: async () => (await import('./indicators/indicators.ts')).indicatorsBench,
  live: async () => (await import('./live/live.ts')).liveBench,
  backtest: async () => (await import('./backtest/backtest.ts')).backtestBench,
  growth: async () => (await import('./growth/growth.ts')).growthBench,
  pipeline: async () => (await import('./pipeline/pipeline.ts')).pipelineBench,
  ticks: async () => (await import('./ticks/ticks.ts')).ticksBench,
  recorder: async () => (await import('./recorder/recorder.ts')).recorderBench,
  door: async () => (await import('./user-scoped-db/user-scoped-db.ts')).userScopedDbBench,
  start: async () => (await import('./start/start.ts')).startBench,
  fanout: async () => (await import('./fanout/fanout.ts')).fanoutBench,
  hung: async () => (await import('./fanout/hung.ts')).hungBench,
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stopAll().finally(() => process.exit(130)))

const names = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(BENCHES, name))
if (unknown === undefined) await runAll(names.length > 0 ? names : Object.keys(BENCHES))
else {
  console.error(`No bench '${unknown}'. There are: ${Object.keys(BENCHES).join(', ')}.`)
  process.exitCode = 2
}

/** A bench that fails does not keep the others from running, but the program then ends with status 1. */
async function runAll(wanted: readonly string[]): Promise<void> {
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', processors: availableParallelism() }
  console.log(`Node ${machine.node}, ${machine.processors} processors (${machine.cpu})\n`)
  const benches: Record<string, BenchResult & { title: string; seconds: number }> = {}
  for (const name of wanted) {
    try {
      const bench = await BENCHES[name]!()
      const startedAt = performance.now()
      const result = await bench.run('full')
      benches[name] = { title: bench.title, seconds: Math.round((performance.now() - startedAt) / 1000), ...result }
      console.log(resultText(bench.name, bench.title, result))
    } catch (error) {
      console.error(`${name} failed: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    }
  }
  writeFileSync(RESULTS, `${JSON.stringify({ at: new Date().toISOString(), machine, benches }, null, 2)}\n`)
  console.log('Written to bench-results.json.')
}
