// `npm run history`: option chains a minute in Parquet, a file an index and day.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import { filesOf } from '../backtest/input/bar-files.ts'
import { CHAIN_VALUE_NAMES } from '../backtest/input/chain-columns.ts'
import { readChain } from '../backtest/input/chain-files.ts'
import { dayInName } from '../backtest/input/day-guard.ts'
import { RECORDS } from '../evidence/records.ts'
import { runCommand } from '../run-command.ts'
import { storeChain, storedSeries } from './chain-store.ts'

const CHAINS = path.join(RECORDS, 'chain')
const USAGE = `npm run history -- add [<file or folder> …] | prune <day> | time [--folder <folder>]

  add <file or folder>  stores recorded option chains (${CHAINS}) a minute in Parquet
  prune <day>           removes what is older than a day
  time                  times the series of random contracts of stored days
  --folder <folder>     where the days are stored (.data/history), in one of each index`

/** Series that are timed. */
const READS = 300

process.exitCode = await runCommand({ usage: USAGE, readOptions, run })

interface Options {
  readonly command: 'add' | 'prune' | 'time'
  readonly subjects: readonly string[]
  readonly folder: string
}

function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parsed(args)
  const [command, ...subjects] = positionals
  if (command !== 'add' && command !== 'prune' && command !== 'time')
    throw new RangeError('add, prune or time is missing')
  if (command === 'prune' && (subjects.length !== 1 || !/^\d{4}-\d\d-\d\d$/.test(subjects[0]!)))
    throw new RangeError('prune: a day like 2026-11-30 is missing')
  return { command, subjects, folder: values.folder }
}

function parsed(args: readonly string[]) {
  try {
    const folder = { type: 'string', default: path.join('.data', 'history') } as const
    return parseArgs({ args: [...args], allowPositionals: true, options: { folder } })
  } catch (error) {
    throw new RangeError((error as Error).message, { cause: error })
  }
}

async function run({ command, subjects, folder }: Options): Promise<number> {
  switch (command) {
    case 'add':
      for (const file of filesOf(subjects.length === 0 ? [CHAINS] : subjects, 'chain'))
        console.log(storeChain(folder, await readChain(file)))
      return 0
    case 'prune':
      for (const { file } of storedDays(folder).filter(({ day }) => day < subjects[0]!)) {
        rmSync(file)
        console.log(`${file} removed`)
      }
      return 0
    case 'time':
      return time(folder)
  }
}

function storedDays(folder: string): { readonly file: string; readonly day: string }[] {
  return INDEX_SYMBOLS.map((symbol) => path.join(folder, symbol))
    .filter((inside) => existsSync(inside))
    .flatMap((inside) =>
      readdirSync(inside).flatMap((name) => {
        const day = dayInName(name)
        return day !== undefined && name.endsWith('.parquet') ? [{ file: path.join(inside, name), day }] : []
      }),
    )
}

/** Times reads of a figure of a contract of a stored day, each another. */
async function time(folder: string): Promise<number> {
  const days = storedDays(folder)
  if (days.length === 0) throw new RangeError(`no day is stored in ${folder}`)
  const took: number[] = []
  for (let read = 0; read < READS; read += 1) {
    const { file } = days[(read * 7919) % days.length]!
    const { legs } = await readChain(file)
    const leg = legs[(read * 104_729) % legs.length]!
    const figure = CHAIN_VALUE_NAMES[read % CHAIN_VALUE_NAMES.length]!
    const startedAt = performance.now()
    await storedSeries(file, leg, figure)
    took.push(performance.now() - startedAt)
  }
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.ceil(share * took.length) - 1]!.toFixed(0)
  console.log(
    `figure: a day’s series of a contract, ${days.length} days stored, median, p99 | ${at(0.5)} ms, ${at(0.99)} ms`,
  )
  return 0
}
