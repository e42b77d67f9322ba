import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { SymbolPipelineOptions } from './symbol-pipeline-options.ts'

/** The start of the minute `at` is in. */
export function floorMinute(at: EpochMs): EpochMs {
  return (at - (at % MINUTE_MS)) as EpochMs
}

/** Where the warm-up bars end; 0 without any. */
export function endOfWarmUp(bars: readonly Candle[]): EpochMs {
  const last = bars.at(-1)
  return (last === undefined ? 0 : last.start + MINUTE_MS) as EpochMs
}

/** Options of an expiry count down to the close of their segment on that day. */
export function expiryClock({ calendar, day }: SymbolPipelineOptions, contracts: readonly OptionContract[]): EpochMs {
  const expiry = contracts[0]?.expiry ?? day
  return calendar.sessionOn(expiry)?.closesAt ?? istInstant(expiry, 15, 30)
}
