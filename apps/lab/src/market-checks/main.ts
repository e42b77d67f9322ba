// `npm run market-checks`: whether the simulated market looks like the recorded one. See `options.ts` for the command line.
import { writeFileSync } from 'node:fs'
import { BadFile } from '../backtest/input/bad-file.ts'
import { readOptions, USAGE, type CheckOptions } from './options.ts'
import { runChecks } from './run-checks.ts'
import { tableText } from './table/print.ts'
import type { Row } from './table/table.ts'

/** What was given cannot be used; nothing has been written. */
const BAD_INPUT = 2

process.exitCode = await main()

async function main(): Promise<number> {
  let options: CheckOptions
  try {
    options = readOptions(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    console.error(`${error.message}\n\n${USAGE}`)
    return BAD_INPUT
  }
  let rows: Row[]
  try {
    rows = await runChecks(options, progress(options.days))
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    console.error(error.message)
    return BAD_INPUT
  }
  const { days, seed, json } = options
  console.log(
    `SIMULATED market of seed ${seed}, ${days} sessions, beside what is stated and recorded\n\n${tableText(rows)}`,
  )
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ simulated: true, seed, days, rows }, null, 2)}\n`)
  return rows.some(({ verdict }) => verdict === 'outside') ? 1 : 0
}

/** Counts the sessions on a terminal; a file of output stays clean. */
function progress(days: number): (done: number) => void {
  if (!process.stderr.isTTY) return () => undefined
  return (done) => process.stderr.write(`\rsession ${done} of ${days}${done === days ? '\n' : ''}`)
}
