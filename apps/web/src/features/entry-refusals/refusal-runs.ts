import type { EntryRefusalRow } from '@strikewise/wire/trades.ts'

/** The same reason, decision after decision of one index. */
export interface RefusalRun {
  /** The newest of the run: its words, contract and remedy stand for all. */
  readonly newest: EntryRefusalRow
  /** When the run began. */
  readonly since: string
  readonly count: number
}

/** A reason can come back every minute: gives each unbroken run of an index once, the newest first. */
export function refusalRuns(newestFirst: readonly EntryRefusalRow[]): readonly RefusalRun[] {
  const runs: RefusalRun[] = []
  /** Where the run of an index that is still growing stands in `runs`. */
  const growing = new Map<EntryRefusalRow['symbol'], number>()
  for (const row of newestFirst) {
    const at = growing.get(row.symbol)
    const run = at === undefined ? undefined : runs[at]
    if (at !== undefined && run?.newest.code === row.code) {
      runs[at] = { newest: run.newest, since: row.at, count: run.count + 1 }
    } else {
      growing.set(row.symbol, runs.length)
      runs.push({ newest: row, since: row.at, count: 1 })
    }
  }
  return runs
}
