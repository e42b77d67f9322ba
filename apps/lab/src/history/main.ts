// `npm run history`: option chains a minute in Parquet, a file an index and day.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openChainFile, storedSeries } from '@strikewise/chain-history/read-stored.ts'
import { CHAIN_VALUE_NAMES, type ChainSource } from '@strikewise/chain-history/recorded-chain.ts'
import { storeChain } from '@strikewise/chain-history/store-chain.ts'
import { pruneDays, storedDays } from '@strikewise/chain-history/stored-days.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { filesOf } from '../backtest/input/bar-files.ts'
import { readChain } from '../backtest/input/chain-files.ts'
import { RECORDS } from '../evidence/records.ts'
import { runCommand } from '../run-command.ts'

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
        console.log(storeChain(folder, await readChain(file), await sourceOf(file)).file)
      return 0
    case 'prune':
      for (const file of pruneDays(folder, istDate(subjects[0]!))) console.log(`${file} removed`)
      return 0
    case 'time':
      return time(folder)
  }
}

/** A file that was stored says where its quotes came from; any other is a record of a session. */
async function sourceOf(file: string): Promise<ChainSource> {
  const open = file.endsWith('.parquet') ? await openChainFile(file) : undefined
  return open?.source ?? 'recorded'
}

/** Times reads of a figure of a contract of a stored day, each another; opening the file is part of a read. */
async function time(folder: string): Promise<number> {
  const days = storedDays(folder)
  if (days.length === 0) throw new RangeError(`no day is stored in ${folder}`)
  const took: number[] = []
  for (let read = 0; read < READS; read += 1) {
    const { file } = days[(read * 7919) % days.length]!
    const startedAt = performance.now()
    const open = await openChainFile(file)
    if (open === undefined) throw new RangeError(`${file} was not stored by this command; add it`)
    const leg = open.contracts[(read * 104_729) % open.contracts.length]!
    await storedSeries(open, leg, CHAIN_VALUE_NAMES[read % CHAIN_VALUE_NAMES.length]!)
    took.push(performance.now() - startedAt)
  }
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.ceil(share * took.length) - 1]!.toFixed(1)
  console.log(
    `figure: a day’s series of a contract, ${days.length} days stored, median, p99 | ${at(0.5)} ms, ${at(0.99)} ms`,
  )
  return 0
}
