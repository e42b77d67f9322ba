import { existsSync, readFileSync } from 'node:fs'
import { istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import { BadFile } from './bad-file.ts'

/** One row of a file of daily values. */
export interface DailyRow {
  readonly day: IstDate
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Rows of a CSV `symbol,date,open,high,low,close,…`, in order of time. Throws BadFile at the first that is not sound. */
export function readDaily(file: string): DailyRow[] {
  if (!existsSync(file)) throw new BadFile(file, undefined, 'there is no such file')
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const rows: DailyRow[] = []
  for (const [i, line] of lines.entries()) {
    const [, date = '', open, high, low, close] = line.split(',')
    const row = {
      day: dayOf(date, file, i + 2),
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
    }
    if (!(row.low > 0 && row.open > 0 && row.close > 0 && row.high >= row.low && row.day > (rows.at(-1)?.day ?? '')))
      throw new BadFile(file, i + 2, 'must be symbol,date,open,high,low,close in order of time')
    rows.push(row)
  }
  return rows
}

function dayOf(text: string, file: string, line: number): IstDate {
  try {
    return istDate(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new BadFile(file, line, error.message)
  }
}

/** Close of the newest row before a day, never the day's own; undefined without one in the week before. */
export function closeBefore(rows: readonly DailyRow[], day: IstDate): number | undefined {
  const row = rows.findLast((one) => one.day < day)
  return row === undefined || Date.parse(day) - Date.parse(row.day) > WEEK_MS ? undefined : row.close
}

const WEEK_MS = 7 * 86_400_000
