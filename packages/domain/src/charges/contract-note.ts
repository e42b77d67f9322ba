import type { Paise } from '../money/paise.ts'
import { chargesRoundedTo, type Charges, type ExecutedOrder } from './charges.ts'
import { roundedHalfUp } from './rate-parts.ts'

const WHOLE_RUPEES = { stt: 100, stamp: 100 }

/**
 * Charges of one order as the contract note shows them: STT and stamp duty in whole rupees (half up), the rest in
 * paise. For display beside the broker's note only; profits are computed with `chargesOf`.
 */
export function contractNoteCharges(order: ExecutedOrder, brokerage: Paise): Charges {
  return chargesRoundedTo(WHOLE_RUPEES, [order], brokerage)
}

/**
 * What a day's contract note adds to charges computed to the paisa: it writes STT and stamp duty in whole rupees, half up,
 * once a day. `day` holds the sums of the day's trades of one account; a part that is rounded down is below 0.
 */
export function contractNoteRounding(day: Pick<Charges, 'stt' | 'stamp'>): Pick<Charges, 'stt' | 'stamp' | 'total'> {
  const stt = (roundedHalfUp(day.stt, 1, 100) - day.stt) as Paise
  const stamp = (roundedHalfUp(day.stamp, 1, 100) - day.stamp) as Paise
  return { stt, stamp, total: (stt + stamp) as Paise }
}
