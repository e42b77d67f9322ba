import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { istText, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { barStart, type BarMinutes } from './bars.ts'

/** Where the decision of a minute is shown: '2026-09-17T10:31' is its end, in India. */
export interface MinuteAddress {
  readonly symbol: IndexSymbol
  readonly minute: string
}

/** The decision made when the bar that began at `time` closed; of a bar that is still open, the newest there is. */
export function minuteOfBar(symbol: IndexSymbol, minutes: BarMinutes, time: number, now: EpochMs): MinuteAddress {
  const end = Math.min(time + minutes * MINUTE_MS, barStart(now, 1)) as EpochMs
  return { symbol, minute: istText(end).slice(0, 16).replace(' ', 'T') }
}
