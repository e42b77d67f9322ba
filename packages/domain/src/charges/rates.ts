import { rowEffectiveOn, type EffectiveDatedRow } from '../time/effective-dated.ts'
import { istDate, type IstDate } from '../time/ist.ts'
import { sttRatesOn } from './stt.ts'

/** GST in per cent, on brokerage + transaction charge + SEBI fee. The investor fund's part is left out. */
export const GST_PERCENT = 18

/** Parts of `RATE_PARTS`. */
export interface ChargeRates {
  /** Securities transaction tax on the premium of a sale. */
  readonly sttOnSale: number
  /** NSE's transaction charge, both sides, without the investor fund. */
  readonly exchange: number
  /** Investor protection fund, both sides; shown together with the transaction charge. */
  readonly investorFund: number
  readonly sebi: number
  /** Stamp duty on the premium of a purchase. */
  readonly stampOnPurchase: number
}

const EXCHANGE: readonly EffectiveDatedRow<{ charge: number; fund: number }>[] = [
  { from: '0000-01-01', value: { charge: 5_000, fund: 0 }, source: '0.05 %; the fund took 0.01 rupees a crore' },
  { from: '2021-01-01', value: { charge: 5_300, fund: 0 }, source: 'raised by 6 % on 1 January 2021' },
  {
    from: '2023-04-01',
    value: { charge: 5_000, fund: 50 },
    source: 'rolled back, 50 rupees a crore to the fund, NSE 24 March 2023',
  },
  {
    from: '2024-10-01',
    value: { charge: 3_503, fund: 50 },
    source: '0.03503 % for every member, NSE 27 September 2024',
  },
  { from: '2026-03-01', value: { charge: 3_552, fund: 1 }, source: '0.03552 % + 0.00001 % from 1 March 2026' },
]

/** The last day of the financial year of the newest rows: after it a later act or circular may hold. */
export const CHARGES_KNOWN_UNTIL = istDate('2027-03-31')

/** Ten rupees a crore, for all years: until 2021 it changed several times between 5 and 20. */
const SEBI = 10
/** 0.003 %, for all years: before July 2020 each state had its own. */
const STAMP = 300

let last: { readonly day: IstDate; readonly rates: ChargeRates } | undefined

/** The rates in force on a trading day. */
export function chargeRatesOn(day: IstDate): ChargeRates {
  if (last?.day !== day) last = { day, rates: ratesOn(day) }
  return last.rates
}

function ratesOn(day: IstDate): ChargeRates {
  const exchange = rowEffectiveOn(EXCHANGE, day)!.value
  return {
    sttOnSale: sttRatesOn(day).sale,
    exchange: exchange.charge,
    investorFund: exchange.fund,
    sebi: SEBI,
    stampOnPurchase: STAMP,
  }
}
