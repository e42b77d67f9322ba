// @invariant starter-delay
import { istIso, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { ContractChartReply } from '@strikewise/wire/contract-chart.ts'
import type { ContractView, ViewedTerms } from '../bus/contract-views.ts'
import { minuteCandles, type MinutesView } from './minute-candles.ts'

/** An option as the wire has it. Undefined `view`: the market role has not shown it yet. */
export function contractChart(
  { symbol, strike, side, expiry }: ViewedTerms,
  view: NonNullable<ContractView> | undefined,
  seen: MinutesView,
  isQuoted: (expiry: IstDate) => boolean,
): ContractChartReply {
  const { series = null, quotes = null } = view ?? {}
  return {
    symbol,
    strike,
    side,
    expiry,
    candles: series === null ? null : minuteCandles(series, seen),
    delayed_by: seen.delaySeconds,
    // Quotes have no past: a delayed plan gets none.
    quotes:
      quotes === null || seen.delaySeconds > 0
        ? null
        : {
            as_of: istIso(quotes.at as EpochMs),
            expiries: quotes.expiries.map(({ expiry: listed, last, close, volume, openInterest }) => ({
              expiry: listed,
              price: last / 100,
              prev_close: close > 0 ? close / 100 : null,
              volume,
              open_interest: openInterest,
              has_ticket: isQuoted(listed),
            })),
          },
  }
}
