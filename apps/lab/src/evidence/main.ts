// `npm run evidence`: what each agent knew of the index's next move, over all records.
import { statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ProgressBar } from '../backtest/report/progress.ts'
import { writeFiles } from '../backtest/report/write-files.ts'
import { runCommand } from '../run-command.ts'
import { barRecords } from './bar-records.ts'
import { chainRecords } from './chain-records.ts'
import { evidenceOf } from './evidence.ts'
import { flowRecords } from './flow-records.ts'
import { notMeasured } from './not-measured.ts'
import { evidenceHtml, summaryText } from './page.ts'
import { codeHash, RECORDS, recordsIn, sha256OfFile } from './records.ts'
import { ResultCache } from './result-cache.ts'
import { storedChainFiles } from './stored-chain-files.ts'
import { summariesOf } from './agent-summary.ts'

const USAGE = `npm run evidence -- [<folder>] [--stored <folder>] [--out <name>] [--cache <folder>] [--guide]

  <folder>          records: bars/, chain/ and flows/ in it (${RECORDS})
  --stored <folder> option chains that the server stored of live sessions, beside them (.data/history, where it is)
  --out <name>      writes <name>.html and <name>.json (evidence)
  --cache <folder>  finished parts, by the hash of their inputs and of the code: a run that was stopped goes on (.evidence-cache)
  --guide           also writes what the user's guide reports of each agent`
/** What the guide is written from. */
const GUIDE = path.join(import.meta.dirname, '../../../../packages/signals/src/evidence/agent-evidence.json')

process.exitCode = await runCommand({ usage: USAGE, readOptions, run })

interface Options {
  readonly folder: string
  readonly stored: string
  readonly out: string
  readonly cache: string
  readonly guide: boolean
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      stored: { type: 'string', default: path.join('.data', 'history') },
      out: { type: 'string', default: 'evidence' },
      cache: { type: 'string', default: '.evidence-cache' },
      guide: { type: 'boolean', default: false },
    },
  })
  if (positionals.length > 1) throw new RangeError('one folder of records at a time')
  return { folder: positionals[0] ?? RECORDS, ...values }
}

async function run(options: Options): Promise<number> {
  const startedAt = performance.now()
  const files = recordsIn(options.folder)
  const stored = await storedChainFiles(options.stored, files.chains)
  const all = [
    ...files.bars,
    ...files.chains,
    ...stored.files,
    ...(files.flows === undefined ? [] : [files.flows]),
    ...files.fiveMinute,
  ]
  const bytes = all.reduce((sum, file) => sum + statSync(file).size, 0)
  // Reading and measuring take about as long.
  const bar = new ProgressBar(process.stderr, 2 * bytes)
  const cache = new ResultCache(options.cache, codeHash())
  const leftOut = [...stored.leftOut]
  const took = (read: number) => {
    bar.took(read)
    bar.done(`${cache.made} parts made, ${cache.found} found`)
  }
  const bars = await barRecords(files.bars, cache, {
    leftOut: (what, count) => void leftOut.push({ what: `${count} ${what}`, reason: 'not used' }),
    took,
  })
  const { costs, ...chains } = await chainRecords([...files.chains, ...stored.files], cache, took)
  const sets = [bars, chains, await flowRecords(files.flows, files.fiveMinute, cache, took)]
  const about = {
    files: all.map((file) => ({ name: nameOf(file, options), sha256: sha256OfFile(file) })),
    notMeasured: [...notMeasured(sets), ...leftOut],
  }
  const evidence = await evidenceOf(sets, costs, about, cache, (share) => took(share * bytes))
  bar.end()
  const agents = summariesOf(evidence)
  const guide = { version: evidence.version, digest: evidence.digest, agents }
  writeFiles([
    { name: `${options.out}.json`, text: `${JSON.stringify(evidence)}\n` },
    { name: `${options.out}.html`, text: evidenceHtml(evidence) },
    ...(options.guide ? [{ name: GUIDE, text: `${JSON.stringify(guide, undefined, 2)}\n` }] : []),
  ])
  for (const summary of agents) console.log(summaryText(summary))
  console.log(`figure: time | ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  console.log(`figure: memory, most | ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
  console.log(`figure: parts made, found from earlier runs | ${cache.made}, ${cache.found}`)
  console.log(`Page: ${path.resolve(`${options.out}.html`)}, figures: the .json beside it`)
  return 0
}

/** The name of a file below the folder it was read from. */
function nameOf(file: string, { folder, stored }: Options): string {
  const ofStored = path.relative(stored, file)
  return ofStored.startsWith('..') ? path.relative(folder, file) : path.join('stored', ofStored)
}
