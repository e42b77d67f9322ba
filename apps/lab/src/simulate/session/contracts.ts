import { lotSizeOfExpiry } from '@strikewise/domain/instruments/lots.ts'
import type {
  IndexSymbol,
  InstrumentList,
  OptionContract,
  OptionSide,
} from '@strikewise/domain/instruments/contract.ts'
import { OPTION_TICK } from '@strikewise/domain/money/ticks.ts'
import { istDate, istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'

/** An ordinary Wednesday with the weekly expiry six days ahead, and that expiry day itself. */
export const ORDINARY_DAY = istDate('2026-11-25')
export const EXPIRY_DAY = istDate('2026-12-01')
/** BANKNIFTY has no weekly contracts; the last Tuesday of the month. */
const MONTHLY_EXPIRY = istDate('2026-12-29')

/** Index points the simulated indices stand at. */
export const SPOTS: Readonly<Record<IndexSymbol, number>> = { NIFTY: 24_000, BANKNIFTY: 54_000 }

const contract = (token: number, symbol: IndexSymbol, strike: number, side: OptionSide): OptionContract => {
  const expiry = symbol === 'NIFTY' ? EXPIRY_DAY : MONTHLY_EXPIRY
  const name = symbol === 'NIFTY' ? 'NIFTY26D01' : 'BANKNIFTY26DEC'
  return {
    token,
    tradingsymbol: `${name}${strike}${side}`,
    symbol,
    expiry,
    strike,
    side,
    tickSize: OPTION_TICK,
    lotSize: lotSizeOfExpiry(symbol, expiry),
  }
}

/** The contracts signals name; a shape refers to them by their place here. */
export const CONTRACTS: readonly OptionContract[] = [
  contract(1001, 'NIFTY', 24_000, 'CE'),
  contract(1002, 'NIFTY', 24_000, 'PE'),
  contract(1003, 'BANKNIFTY', 54_000, 'CE'),
  contract(1004, 'BANKNIFTY', 54_000, 'PE'),
]

const list = (on: IstDate): InstrumentList => ({
  on,
  fetchedAt: istInstant(on, 8, 30),
  options: CONTRACTS,
  futures: [],
})

/** The same object for every session of a day: the exchange indexes a list once. */
export const LISTS: ReadonlyMap<IstDate, InstrumentList> = new Map(
  [ORDINARY_DAY, EXPIRY_DAY].map((day) => [day, list(day)]),
)
