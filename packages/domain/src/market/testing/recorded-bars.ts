import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { candle, type Candle } from '../candle.ts'
import { paiseFromRupees } from '../../money/paise.ts'
import type { EpochMs } from '../../time/ist.ts'

/** The shared recorded data, beside the repository; absent on a plain clone. */
const FOLDER = new URL('../../../../../../shared/data/', import.meta.url)

/** True when the recorded file is there; tests on it are skipped when it is not. */
export function hasRecording(file: string): boolean {
  return existsSync(new URL(file, FOLDER))
}

/** Rows of a recorded CSV, without its header. */
export function recordedRows(file: string): string[][] {
  const text = gunzipSync(readFileSync(new URL(file, FOLDER))).toString()
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
}

/** Recorded one-minute bars of an index. Prices of the source are rounded to the paisa. */
export function recordedMinutes(file: string): Candle[] {
  const rupees = (text: string) => paiseFromRupees(Math.round(Number(text) * 100) / 100)
  return recordedRows(file).map(([, ts, open, high, low, close]) =>
    candle(Date.parse(ts!) as EpochMs, rupees(open!), rupees(high!), rupees(low!), rupees(close!)),
  )
}
