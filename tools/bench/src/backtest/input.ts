import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { HEAD, swingingSessions } from '../../../../apps/lab/src/backtest/testing/bar-file.ts'

/** The shared recorded data, beside the repository; absent on a plain clone. */
const RECORDED = path.join(import.meta.dirname, '../../../../../shared/data/bars')
const YEAR = 2022
const FIRST_DAY = istDate('2022-03-02')
const MADE_UP_FROM = '2026-09-16'

export interface BenchInput {
  readonly files: readonly string[]
  readonly about: string
}

/** The file of a year of recorded minutes of one index; undefined: the recordings are not here. */
export function recordedYear(): string | undefined {
  const file = path.join(RECORDED, `NIFTY_1m_${YEAR}.csv.gz`)
  return existsSync(file) ? file : undefined
}

/** Writes so many sessions an index into files of `folder`: of the recorded bars, or made up where there are none. */
export function writeSessions(folder: string, sessions: number): BenchInput {
  const recorded = INDEX_SYMBOLS.map((symbol) => path.join(RECORDED, `${symbol}_1m_${YEAR}.csv.gz`))
  if (!recorded.every((file) => existsSync(file))) {
    const target = path.join(folder, 'NIFTY_1m_made_up.csv.gz')
    writeFileSync(target, gzipSync([HEAD, ...swingingSessions(MADE_UP_FROM, 2 * sessions), ''].join('\n')))
    return { files: [target], about: `${2 * sessions} made-up sessions (the shared recordings are not here)` }
  }
  let last = FIRST_DAY
  for (let count = 1; count < sessions; count += 1) last = nseCalendar.nextTradingDay(last)
  const files = recorded.map((file) => {
    const target = path.join(folder, path.basename(file))
    const [head, ...lines] = gunzipSync(readFileSync(file)).toString().trim().split('\n')
    const within = lines.filter((line) => {
      const day = line.slice(line.indexOf(',') + 1).slice(0, 10)
      return day >= FIRST_DAY && day <= last
    })
    writeFileSync(target, gzipSync([head, ...within, ''].join('\n')))
    return target
  })
  return { files, about: `recorded minutes of both indices, ${FIRST_DAY} to ${last}` }
}
