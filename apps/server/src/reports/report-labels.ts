import type { Charges } from '@strikewise/domain/charges/charges.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { ExitReason, LinkMode } from '@strikewise/execution/trade/trade.ts'
import { SHORT_COVERED } from '../trades/exclude-covers.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '20 Nov 2026'. */
export function dayText(day: IstDate): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
}

/** Said with every figure: paper money and real money are never to be confused. */
export const MODE_LABELS = {
  live: 'Live account',
  paper: 'Paper account (simulated, no real money)',
} as const satisfies Record<LinkMode, string>

export const CHARGE_LABELS = {
  brokerage: 'Brokerage',
  stt: 'Securities transaction tax',
  exchange: 'Exchange charges',
  sebi: 'SEBI fee',
  stamp: 'Stamp duty',
  gst: 'GST',
} as const satisfies Record<Exclude<keyof Charges, 'total'>, string>

/** The part of a day's charges that only its contract note has: see `contractNoteRounding`. */
export const ROUNDING_LABELS = 'Contract-note rounding'

export const EXIT_REASON_LABELS = {
  stop: 'stop-loss',
  stop_through: 'gapped through stop',
  stop_refused: 'stop rejected',
  target: 'target',
  time: 'time limit',
  score: 'signal reversed',
  spike: 'index jump',
  square_off: 'square-off',
  day_cap: 'daily loss limit',
  by_hand: 'manual exit',
  [SHORT_COVERED]: 'short covered',
} as const satisfies Record<ExitReason | typeof SHORT_COVERED, string>

/** '1 trade', '3 trades'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
