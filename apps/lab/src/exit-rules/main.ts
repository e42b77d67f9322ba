// `npm run exit-rules`: what other stops, targets, time limits and entry hours would have brought, over recorded bars.
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Interval } from '@strikewise/signals/evidence/rank-correlation.ts'
import { BadFile } from '../backtest/input/bad-file.ts'
import { filesOf } from '../backtest/input/bar-files.ts'
import { inR } from '../backtest/report/number-text.ts'
import { codeHash, RECORDS, sha256OfFile } from '../evidence/records.ts'
import { ResultCache } from '../evidence/result-cache.ts'
import { runCommand } from '../run-command.ts'
import { judgeRules, type JudgedEntry } from './judge-rules.ts'
import { judgedEntries } from './judged-entries.ts'

const BARS = path.join(RECORDS, 'bars')
const USAGE = `npm run exit-rules -- [<file or folder> …] [--cache <folder>]

  <file or folder>  one-minute bars of one index and year a file (${BARS})
  --cache <folder>  finished files, by their hash and that of the code: a run that was stopped goes on, and other
                    processes may do other files (.evidence-cache)`

process.exitCode = await runCommand({ usage: USAGE, readOptions, run })

interface Options {
  readonly files: readonly string[]
  readonly cache: string
}

function readOptions(args: readonly string[]): Options {
  try {
    const options = { cache: { type: 'string', default: '.evidence-cache' } } as const
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    return { files: positionals.length === 0 ? [BARS] : positionals, cache: values.cache }
  } catch (error) {
    throw new RangeError((error as Error).message, { cause: error })
  }
}

async function run({ files, cache: folder }: Options): Promise<number> {
  const cache = new ResultCache(folder, codeHash())
  const all = filesOf(files, '1m').filter((file) => !path.basename(file).startsWith('SPECIAL'))
  const entries: JudgedEntry[] = []
  for (const file of all) {
    const { value } = await cache.of(['exit rules', sha256OfFile(file)], () => judgedEntries(file))
    entries.push(...value)
    console.error(`${path.basename(file)}: ${value.length} entries`)
  }
  if (entries.length === 0) throw new BadFile(all[0]!, undefined, 'no entry was made: too few sessions')
  const { own, sessions, gains, found } = judgeRules(entries)
  console.log(
    'SIMULATED on recorded bars with modelled option prices: no order was placed. All of it counts as seen: nothing here proves a rule.',
  )
  console.log(
    `Present rules: ${text(own)} R an entry, ${entries.length} entries on ${sessions} sessions. Gains in pairs, R an entry:`,
  )
  for (const { name, gain, corrected, bySymbol } of gains) {
    const each = bySymbol.map((one) => `${one.symbol} ${text(one.gain)}`).join('; ')
    console.log(
      `  ${name}: ${text(gain)}, over all variants ${inR(corrected.low, 3)} to ${inR(corrected.high, 3)}; ${each}`,
    )
  }
  console.log(found === undefined ? 'Nothing was found.' : `Shown to gain on these records: ${found.name}.`)
  console.log(
    `figure: exit rules, ${all.length} files, ${entries.length} entries | ${found === undefined ? 'nothing was found' : found.name}`,
  )
  return 0
}

function text({ value, low, high }: Interval): string {
  return `${inR(value, 3)} [${inR(low, 3)}, ${inR(high, 3)}]`
}
