import { recordedSessions } from './recorded/recorded-sessions.ts'
import type { CheckOptions } from './options.ts'
import { simulatedSessions } from './simulated/market-days.ts'
import { tableOf, type Row } from './table/table.ts'

/** Makes the sessions, reads the records, and compares. Throws BadFile for records that cannot be read. */
export async function runChecks(
  { seed, days, data }: Pick<CheckOptions, 'seed' | 'days' | 'data'>,
  onDay: (done: number) => void,
): Promise<Row[]> {
  const recorded = data === undefined ? undefined : await recordedSessions(data)
  return tableOf(simulatedSessions(seed, days, onDay), recorded, seed)
}
