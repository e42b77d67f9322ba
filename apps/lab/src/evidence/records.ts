import { createHash, hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { filesOf } from '../backtest/input/bar-files.ts'

/** Where the records are, beside the project. */
export const RECORDS = path.join(import.meta.dirname, '../../../../../shared/data')

/** The files a run reads, by what they hold. */
export interface RecordFiles {
  /** One-minute bars of the indices. */
  readonly bars: readonly string[]
  /** Recorded option chains, one index and day each. */
  readonly chains: readonly string[]
  /** Daily figures of institutions; undefined: there is none. */
  readonly flows: string | undefined
  /** Five-minute bars, of sessions that have no one-minute bars. */
  readonly fiveMinute: readonly string[]
}

/** What a folder laid out as the records holds. Throws BadFile where it holds no bars. */
export function recordsIn(folder: string): RecordFiles {
  const inFolder = (name: string) => path.join(folder, name)
  const bars = inFolder('bars')
  const flows = inFolder('flows/fii_dii_daily.csv')
  return {
    bars: filesOf([bars], '1m').filter((file) => !path.basename(file).startsWith('SPECIAL')),
    chains: existsSync(inFolder('chain')) ? filesOf([inFolder('chain')], 'chain') : [],
    flows: existsSync(flows) ? flows : undefined,
    fiveMinute: readdirSync(bars)
      .filter((file) => file.includes('_5m_'))
      .sort()
      .map((file) => path.join(bars, file)),
  }
}

export function sha256OfFile(file: string): string {
  return hash('sha256', readFileSync(file))
}

const ROOT = path.join(import.meta.dirname, '../../../..')
/** What a result depends on beside the records: the agents, what they are made of, and how they are measured. */
const CODE = [
  'packages/domain/src',
  'packages/signals/src',
  'packages/exchange/src',
  'packages/chain-history/src',
  'apps/lab/src',
]

/** SHA-256 over the code that makes results: parameters, shadow agents' included, are in it. */
export function codeHash(): string {
  const digest = createHash('sha256').update(process.version)
  for (const folder of CODE)
    for (const name of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
      digest.update(`${folder}/${name}\0`).update(readFileSync(path.join(ROOT, folder, name)))
    }
  return digest.digest('hex')
}
