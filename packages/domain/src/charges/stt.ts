import type { Paise } from '../money/paise.ts'
import { rowEffectiveOn, type EffectiveDatedRow } from '../time/effective-dated.ts'
import type { IstDate } from '../time/ist.ts'
import { RATE_PARTS, requireOrderValue, roundedHalfUp } from './rate-parts.ts'

interface SttRates {
  /** On the premium of a sale. */
  readonly sale: number
  /** On the intrinsic value of an option held into expiry in the money. */
  readonly exercise: number
}

/** Securities transaction tax, in parts of `RATE_PARTS`. */
const STT: readonly EffectiveDatedRow<SttRates>[] = [
  { from: '0000-01-01', value: { sale: 1_700, exercise: 12_500 }, source: '0.017 %; exercise 0.125 %' },
  { from: '2016-06-01', value: { sale: 5_000, exercise: 12_500 }, source: '0.05 % from 1 June 2016, Finance Act 2016' },
  {
    from: '2023-04-01',
    value: { sale: 6_250, exercise: 12_500 },
    source: '0.0625 % from 1 April 2023, Finance Act 2023',
  },
  { from: '2024-10-01', value: { sale: 10_000, exercise: 12_500 }, source: '0.10 % from 1 October 2024' },
  { from: '2026-04-01', value: { sale: 15_000, exercise: 15_000 }, source: 'Finance Act 2026, NSE 31 March 2026' },
]

/** The rates of the securities transaction tax in force on a trading day. */
export function sttRatesOn(day: IstDate): SttRates {
  return rowEffectiveOn(STT, day)!.value
}

/** STT due when a bought option expires in the money: on its intrinsic value (paise, whole position). */
export function exerciseTax(intrinsicValue: Paise, on: IstDate): Paise {
  requireOrderValue(intrinsicValue)
  return roundedHalfUp(intrinsicValue * sttRatesOn(on).exercise, RATE_PARTS)
}
