// `npm run market-checks`: whether the simulated market looks like the recorded one. See `options.ts` for the command line.
import { writeFileSync } from 'node:fs'
import { runCommand } from '../../../../apps/lab/src/run-command.ts'
import { fitMarket } from './fit/fit-market.ts'
import { readOptions, USAGE, type CheckOptions } from './options.ts'
import { runChecks } from './run-checks.ts'
import { isUnsound } from './table/table.ts'
import { tableText } from './table/print.ts'

process.exitCode = await runCommand({ usage: USAGE, readOptions, run })

async function run(options: CheckOptions): Promise<number> {
  if (options.fit && options.data !== undefined) {
    console.log(JSON.stringify(await fitMarket(options.data), null, 2))
    return 0
  }
  const rows = await runChecks(options, progress(options.days))
  const { days, seed, json } = options
  console.log(
    `SIMULATED market of seed ${seed}, ${days} sessions, beside what is stated and recorded\n\n${tableText(rows)}`,
  )
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ simulated: true, seed, days, rows }, null, 2)}\n`)
  return isUnsound(rows) ? 1 : 0
}

/** Counts the sessions on a terminal; a file of output stays clean. */
function progress(days: number): (done: number) => void {
  if (!process.stderr.isTTY) return () => undefined
  return (done) => process.stderr.write(`\rsession ${done} of ${days}${done === days ? '\n' : ''}`)
}
