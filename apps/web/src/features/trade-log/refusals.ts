import type { EntryRefusalRow } from '@strikewise/wire/trades.ts'

/** One reason of one index, however often it was given today. */
export interface RefusalGroup {
  readonly symbol: EntryRefusalRow['symbol']
  readonly code: string
  /** Words and time of the newest. */
  readonly text: string
  readonly lastAt: string
  readonly count: number
}

/** A reason can come back every minute: gives each once, the newest first. */
export function groupRefusals(rows: readonly EntryRefusalRow[]): readonly RefusalGroup[] {
  const groups = new Map<string, RefusalGroup>()
  for (const row of rows) {
    const key = `${row.symbol} ${row.code}`
    const known = groups.get(key)
    const newest = known === undefined || row.at > known.lastAt
    groups.set(key, {
      symbol: row.symbol,
      code: row.code,
      text: newest ? row.text : known.text,
      lastAt: newest ? row.at : known.lastAt,
      count: (known?.count ?? 0) + 1,
    })
  }
  return [...groups.values()].toSorted((a, b) => (a.lastAt > b.lastAt ? -1 : a.lastAt < b.lastAt ? 1 : 0))
}
