// `npm run backtest`: the product's rules over recorded bars. See `options.ts` for the command line.
import path from 'node:path'
import { runCommand } from '../run-command.ts'
import { readOptions, USAGE, type BacktestOptions } from './options.ts'
import { promotionEvidenceOf } from './report/promotion-evidence.ts'
import { reportHtml } from './report/html.ts'
import { reportJson } from './report/json.ts'
import type { Report } from './report/report.ts'
import { summaryText } from './report/summary.ts'
import { writeFiles } from './report/write-files.ts'
import { runBacktest } from './run-backtest.ts'

process.exitCode = await runCommand({ usage: USAGE, readOptions, run })

async function run(options: BacktestOptions): Promise<number> {
  const startedAt = performance.now()
  const report = await runBacktest(options, process.stderr)
  const seconds = (performance.now() - startedAt) / 1000
  writeFiles([
    { name: `${options.out}.json`, text: reportJson(report) },
    { name: `${options.out}.html`, text: reportHtml(report) },
    ...evidenceFile(options, report),
  ])
  console.log(summaryText(report))
  const speed = Math.round(report.events / seconds).toLocaleString('en-IN')
  const memory = Math.round(process.resourceUsage().maxRSS / 1024)
  console.log(`\n${seconds.toFixed(1)} s on ${options.workers} threads, ${speed} events a second, ${memory} MB at most`)
  // What docs/benchmarks.md records of a run.
  console.log(
    [
      `figure: time | ${seconds.toFixed(1)} s on ${options.workers} threads`,
      `figure: events | ${report.events.toLocaleString('en')}, ${Math.round(report.events / seconds).toLocaleString('en')} events/s`,
      `figure: memory, most | ${memory} MB`,
    ].join('\n'),
  )
  console.log(`report: ${path.resolve(`${options.out}.html`)} and .json beside it`)
  return 0
}

function evidenceFile({ weights, out }: BacktestOptions, report: Report) {
  if (weights === undefined) return []
  return [
    { name: `${out}.evidence.json`, text: `${JSON.stringify(promotionEvidenceOf(report, weights), undefined, 1)}\n` },
  ]
}
