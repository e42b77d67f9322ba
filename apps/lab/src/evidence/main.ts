// `npm run evidence`: what each agent that reads bars knew of the index's next move, over all records.
import { hash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { filesOf, mergedSessions } from '../backtest/input/bar-files.ts'
import { ProgressBar } from '../backtest/report/progress.ts'
import { writeFiles } from '../backtest/report/write-files.ts'
import { barsBefore } from '../backtest/run/partition.ts'
import { runCommand } from '../run-command.ts'
import { evidenceOf } from './evidence.ts'
import { observeSession, type Observation } from './observe-session.ts'
import { evidenceHtml } from './page.ts'
import { RECORDS, UNREAD } from './records.ts'

const USAGE = `npm run evidence -- [<input> …] [--out <name>]

  <input>       CSV or Parquet files of one-minute index bars, or folders of them (${RECORDS})
  --out <name>  writes <name>.html and <name>.json (evidence)`
/** Sessions a session may read of the past. */
const KNOWN_SESSIONS = 20

process.exitCode = await runCommand({ usage: USAGE, readOptions, run })

interface Options {
  readonly inputs: readonly string[]
  readonly out: string
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { out: { type: 'string', default: 'evidence' } },
  })
  return { inputs: positionals.length === 0 ? [RECORDS] : positionals, out: values.out }
}

async function run({ inputs, out }: Options): Promise<number> {
  const startedAt = performance.now()
  const skipped = [...UNREAD]
  const present = inputs.filter((input) => {
    if (existsSync(input)) return true
    skipped.push({ what: input, reason: 'there is no such file or folder' })
    return false
  })
  const files = present.length === 0 ? [] : filesOf(present, '1m')
  const bar = new ProgressBar(
    process.stderr,
    files.reduce((sum, file) => sum + statSync(file).size, 0),
  )
  const observations: Observation[] = []
  const past = new Map<IndexSymbol, { days: IstDate[]; bars: (readonly Candle[])[] }>()
  const reading = {
    leftOut: (what: string, count: number) => void skipped.push({ what: `${count} ${what}`, reason: 'not used' }),
    took: (bytes: number) => bar.took(bytes),
  }
  for await (const { symbol, day, bars } of mergedSessions(files, nseCalendar, reading)) {
    const before = past.get(symbol) ?? { days: [], bars: [] }
    past.set(symbol, before)
    before.days.push(day)
    before.bars.push(bars)
    if (before.days.length > KNOWN_SESSIONS + 1) {
      before.days.shift()
      before.bars.shift()
    }
    const { known, settling } = barsBefore(before.days, before.bars, before.days.length - 1)
    observations.push(...observeSession({ symbol, day, bars, known, settling }))
    bar.done(1, 0)
  }
  bar.end()
  const named = files.map((file) => ({ name: path.basename(file), sha256: hash('sha256', readFileSync(file)) }))
  const evidence = evidenceOf(observations, { files: named, skipped })
  writeFiles([
    { name: `${out}.json`, text: `${JSON.stringify(evidence, undefined, 1)}\n` },
    { name: `${out}.html`, text: evidenceHtml(evidence) },
  ])
  const memory = Math.round(process.resourceUsage().maxRSS / 1024)
  console.log(`figure: time | ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  console.log(`figure: memory, most | ${memory} MB`)
  console.log(`${observations.length} observations; page: ${path.resolve(`${out}.html`)} and .json beside it`)
  return 0
}
