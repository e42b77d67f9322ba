import path from 'node:path'
import { openChainFile } from '@strikewise/chain-history/read-stored.ts'
import { storedDays } from '@strikewise/chain-history/stored-days.ts'
import { BadFile } from '../backtest/input/bad-file.ts'
import { chainKey } from '../backtest/input/chain-files.ts'
import { dayInName } from '../backtest/input/day-guard.ts'
import { testDataGuard, trialsLogOf } from '../backtest/trials-log/test-data.ts'
import type { NotMeasured } from './not-measured.ts'

/** Where the recordings are, and with them the log of the trials, beside the folder of the stored days. */
const RECORDINGS = '../recordings'

/**
 * The option chains that the server stored each night below `folder` and that a run measures beside the records: those
 * of live sessions. What is left out is counted by its reason. No file of a day that is test data of a registered trial
 * is opened. Throws BadFile.
 */
export async function storedChainFiles(
  folder: string,
  records: readonly string[],
): Promise<{ readonly files: readonly string[]; readonly leftOut: readonly NotMeasured[] }> {
  const recorded = new Set(records.map((file) => `${path.basename(file).split('_')[0]} ${dayInName(file)}`))
  const guard = testDataGuard([trialsLogOf(path.join(folder, RECORDINGS))])
  const files: string[] = []
  const counts = new Map<string, number>()
  for (const { file, symbol, day } of storedDays(folder)) {
    const reason = recorded.has(chainKey(symbol, day))
      ? 'the chain of that day is among the records'
      : guard.refusalOf(day) === undefined
        ? await reasonOf(file)
        : 'test data of a registered trial, which are not read before its test'
    if (reason === undefined) files.push(file)
    else counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return { files, leftOut: [...counts].map(([reason, count]) => ({ what: `${count} stored option chains`, reason })) }
}

/** Why a stored day is left out; undefined: it is a live session. */
async function reasonOf(file: string): Promise<string | undefined> {
  switch (await sourceOf(file)) {
    case 'live':
    case 'recorded':
      return undefined
    case 'simulated':
      return 'their market was simulated'
    case undefined:
      return 'they do not say whether their market was simulated'
  }
}

async function sourceOf(file: string) {
  try {
    return (await openChainFile(file))?.source
  } catch (error) {
    throw new BadFile(file, undefined, `not readable as Parquet: ${(error as Error).message}`, { cause: error })
  }
}
