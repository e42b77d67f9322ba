import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istDateAt, msOfIstDay, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { MarketListener } from '../market.ts'
import { DEFAULT_START } from '../options.ts'

/**
 * Where a start with this clock file begins: on the trading day after the newest one it remembers, at the usual time of
 * day. So a client with yesterday's trades never sees the market go back. Undefined: there is no file yet.
 * Throws RangeError when the file holds no day.
 */
export function resumedStart(clockFile: string | null): EpochMs | undefined {
  if (clockFile === null || !existsSync(clockFile)) return undefined
  const last = istDate(readFileSync(clockFile, 'utf8').trim())
  return (istInstant(nseCalendar.nextTradingDay(last), 0) + msOfIstDay(DEFAULT_START)) as EpochMs
}

/** Keeps the day the market has come to in `clockFile`. */
export function clockFileListener(clockFile: string): MarketListener {
  let written: IstDate | undefined
  return {
    afterBatch(now) {
      const day = istDateAt(now)
      if (day === written) return
      writeFileSync(clockFile, `${day}\n`)
      written = day
    },
  }
}
