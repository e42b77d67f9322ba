import {
  INDEX_SYMBOLS,
  INDEX_TOKENS,
  INDEX_TRADINGSYMBOLS,
  type FutureContract,
  type IndexSymbol,
  type InstrumentList,
  type OptionContract,
} from '@strikewise/domain/instruments/contract.ts'
import { expiriesFor, type Expiry } from '@strikewise/domain/instruments/expiries.ts'
import { lotSizeOfExpiry } from '@strikewise/domain/instruments/lots.ts'
import { futureTradingsymbol, optionTradingsymbol } from '@strikewise/domain/instruments/names.ts'
import { STRIKE_STEP, strikesAround } from '@strikewise/domain/instruments/strikes.ts'
import { OPTION_TICK } from '@strikewise/domain/money/ticks.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { FUTURE } from './calibration.ts'

/** Near and next expiry. */
const EXPIRIES = 2
/** The broker's segment number of NFO: token = exchange token × 256 + segment (kite-connect fact sheet §18.1). */
const NFO_SEGMENT = 2
/** Exchange tokens below are left to the indices. */
const FIRST_EXCHANGE_TOKEN = 30_000
/** Strikes × sides an expiry can have: strike number (up to 1,023) × 2 + side; the last two are the futures'. */
const TOKENS_AN_EXPIRY = 2_048
/** Tokens are used again for expiries this many days later. */
const EXPIRY_DAYS = 500

/**
 * The instruments listed on `day` for indices that closed at `closes` (points) the session before: strikes around the
 * money for the near and the next expiry, and the futures of the near two months. Strikes once listed (`earlier`) stay
 * until they expire. Lots and expiries follow their dated rules; a contract keeps its token for life.
 */
export function instrumentsOf(
  day: IstDate,
  closes: Readonly<Record<IndexSymbol, number>>,
  strikesEachSide: number,
  calendar: TradingCalendar,
  earlier?: InstrumentList,
): InstrumentList {
  const options: OptionContract[] = []
  const futures: FutureContract[] = []
  for (const symbol of INDEX_SYMBOLS) {
    const expiries = expiriesFor(symbol, day, calendar)
    for (const expiry of expiries.slice(0, EXPIRIES)) {
      const strikes = new Set(strikesAround(symbol, closes[symbol], strikesEachSide))
      for (const option of earlier?.options ?? [])
        if (option.symbol === symbol && option.expiry === expiry.expiry) strikes.add(option.strike)
      const ascending = [...strikes].sort((a, b) => a - b)
      options.push(...optionsOf(expiry, ascending))
    }
    futures.push(
      ...expiries
        .filter((expiry) => expiry.kind === 'monthly')
        .slice(0, EXPIRIES)
        .map(futureOf),
    )
  }
  // The broker refreshes its list about 08:30.
  return { on: day, fetchedAt: istInstant(day, 8, 30), options, futures }
}

function optionsOf(expiry: Expiry, strikes: readonly number[]): OptionContract[] {
  const lotSize = lotSizeOfExpiry(expiry.symbol, expiry.expiry)
  return strikes.flatMap((strike) =>
    (['CE', 'PE'] as const).map((side) => ({
      token: tokenOf(expiry, (strike / STRIKE_STEP[expiry.symbol]) * 2 + (side === 'CE' ? 0 : 1)),
      tradingsymbol: optionTradingsymbol(expiry, strike, side),
      symbol: expiry.symbol,
      expiry: expiry.expiry,
      strike,
      side,
      tickSize: OPTION_TICK,
      lotSize,
    })),
  )
}

function futureOf(expiry: Expiry): FutureContract {
  return {
    token: tokenOf(expiry, TOKENS_AN_EXPIRY - 1),
    tradingsymbol: futureTradingsymbol(expiry),
    symbol: expiry.symbol,
    expiry: expiry.expiry,
    tickSize: FUTURE[expiry.symbol].tick as Paise,
    lotSize: lotSizeOfExpiry(expiry.symbol, expiry.expiry),
  }
}

function tokenOf(expiry: Expiry, within: number): number {
  const days = Math.round(Date.parse(expiry.expiry) / 86_400_000) % EXPIRY_DAYS
  const group = days * 2 + INDEX_SYMBOLS.indexOf(expiry.symbol)
  return (FIRST_EXCHANGE_TOKEN + group * TOKENS_AN_EXPIRY + within) * 256 + NFO_SEGMENT
}

const HEADER =
  'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange'

/** The list as the broker's CSV dump, indices first. Prices in it are not live: always 0. */
export function instrumentsCsv(list: InstrumentList): string {
  const rows = [HEADER]
  for (const key of ['NIFTY', 'BANKNIFTY', 'INDIAVIX'] as const) {
    const token = INDEX_TOKENS[key]
    const name = INDEX_TRADINGSYMBOLS[key]
    rows.push(`${token},${token >> 8},${name},"${name}",0,,0,0,0,EQ,INDICES,NSE`)
  }
  for (const { token, tradingsymbol, symbol, expiry, tickSize, lotSize } of list.futures)
    rows.push(
      `${token},${token >> 8},${tradingsymbol},"${symbol}",0,${expiry},0,${tickSize / 100},${lotSize},FUT,NFO-FUT,NFO`,
    )
  for (const { token, tradingsymbol, symbol, expiry, strike, tickSize, lotSize, side } of list.options)
    rows.push(
      `${token},${token >> 8},${tradingsymbol},"${symbol}",0,${expiry},${strike},${tickSize / 100},${lotSize},${side},NFO-OPT,NFO`,
    )
  return `${rows.join('\n')}\n`
}

/** When contracts of `expiry` stop trading. */
export function expiryInstant(expiry: IstDate, calendar: TradingCalendar): EpochMs {
  return calendar.sessionOn(expiry)?.closesAt ?? istInstant(expiry, 15, 30)
}
