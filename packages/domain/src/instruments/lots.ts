import type { IndexSymbol } from './contract.ts'
import { istDate, type IstDate } from '../time/ist.ts'

/**
 * Lot sizes by date, for history, generators and texts. An order never uses them: its quantity takes the lot size of
 * the contract in the day's instrument list.
 */
interface LotRow {
  readonly lot: number
  /** New contracts listed from this day on carry the lot. */
  readonly listedFrom: string
  /** Every contract expiring from this day on carries it, whenever it was listed. */
  readonly expiringFrom: string
  readonly source: string
}

const NSE_2025 = 'NSE/FAOP/70616 of 3 October 2025'
const NSE_2024 = 'NSE circular of 18 October 2024'

/** Oldest first. Source of the set: market fact sheet §4. */
const LOTS: Readonly<Record<IndexSymbol, readonly LotRow[]>> = {
  NIFTY: [
    { lot: 75, listedFrom: '0000-01-01', expiringFrom: '0000-01-01', source: 'NSE/FAOP/47854, since November 2015' },
    { lot: 50, listedFrom: '2021-04-30', expiringFrom: '2021-07-29', source: 'NSE/FAOP/47854 of 31 March 2021' },
    { lot: 25, listedFrom: '2024-04-26', expiringFrom: '2024-05-01', source: 'NSE circular of 2 April 2024' },
    { lot: 75, listedFrom: '2024-11-20', expiringFrom: '2025-01-01', source: NSE_2024 },
    { lot: 65, listedFrom: '2025-12-31', expiringFrom: '2026-01-01', source: NSE_2025 },
  ],
  BANKNIFTY: [
    { lot: 40, listedFrom: '0000-01-01', expiringFrom: '0000-01-01', source: 'in force until October 2018' },
    {
      lot: 20,
      listedFrom: '2018-10-26',
      expiringFrom: '2018-10-26',
      source: 'all contracts, broker bulletin of that day',
    },
    { lot: 25, listedFrom: '2020-05-29', expiringFrom: '2020-07-30', source: 'NSE circular on July 2020 contracts' },
    { lot: 15, listedFrom: '2023-04-28', expiringFrom: '2023-07-27', source: 'NSE circular of 31 March 2023' },
    { lot: 30, listedFrom: '2024-11-20', expiringFrom: '2025-01-01', source: NSE_2024 },
    { lot: 35, listedFrom: '2025-04-25', expiringFrom: '2025-07-01', source: 'NSE circular of March-April 2025' },
    { lot: 30, listedFrom: '2025-12-31', expiringFrom: '2026-01-01', source: NSE_2025 },
  ],
}

/** The end of the half-year after the newest circular that was read: the next review may have changed the lots. */
export const LOTS_KNOWN_UNTIL = istDate('2026-12-31')

/** Units a lot of the contracts newly listed on `on`. Several lots can coexist for a while: see `lotSizeOfExpiry`. */
export function lotSizeOn(symbol: IndexSymbol, on: IstDate): number {
  return LOTS[symbol].findLast((row) => row.listedFrom <= on)!.lot
}

/** Units a lot of the contracts that expire on `expiry`. */
export function lotSizeOfExpiry(symbol: IndexSymbol, expiry: IstDate): number {
  return LOTS[symbol].findLast((row) => row.expiringFrom <= expiry)!.lot
}
