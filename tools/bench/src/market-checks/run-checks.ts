import { recordedDays, recordedSurfaces } from './recorded/recorded-days.ts'
import { recordedSessions } from './recorded/recorded-sessions.ts'
import type { CheckOptions } from './options.ts'
import { simulatedMarket } from './simulated/market-days.ts'
import { tableOf, type RecordedMarket, type Row } from './table/table.ts'

/** Makes the sessions, reads the records, and compares. Throws BadFile for records that cannot be read. */
export async function runChecks(
  { seed, days, data }: Pick<CheckOptions, 'seed' | 'days' | 'data'>,
  onDay: (done: number) => void,
): Promise<Row[]> {
  const recorded = data === undefined ? undefined : await recordedMarket(data)
  return tableOf(simulatedMarket(seed, days, onDay), recorded, seed)
}

async function recordedMarket(folder: string): Promise<RecordedMarket> {
  return {
    sessions: await recordedSessions(folder),
    surfaces: await recordedSurfaces(folder),
    days: recordedDays(folder),
  }
}
