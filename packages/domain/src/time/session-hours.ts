import type { IstDate } from './ist.ts'

/** The ordinary weekday's hours in minutes after IST midnight. */
export interface SessionHours {
  /** Pre-open of futures and shares. Options have none: nothing of ours trades before `open`. */
  readonly preOpen: number
  readonly open: number
  /** Index shares leave continuous trading: the spot index may stand still or move oddly from here on. */
  readonly indexEnd: number
  /** Options and futures stop trading. */
  readonly close: number
}

const at = (hour: number, minute: number): number => hour * 60 + minute

/**
 * Newest first. Source: NSE/FAOP/74467 of 29 May 2026 (options close 15:40, closing auction of shares from 15:15,
 * both from 3 August 2026); before that 09:15 to 15:30 for all.
 */
const HOURS: readonly { readonly from: string; readonly hours: SessionHours }[] = [
  { from: '2026-08-03', hours: { preOpen: at(9, 0), open: at(9, 15), indexEnd: at(15, 15), close: at(15, 40) } },
  { from: '0000-01-01', hours: { preOpen: at(9, 0), open: at(9, 15), indexEnd: at(15, 30), close: at(15, 30) } },
]

/** The hours an ordinary session keeps on `day`. Whether `day` has one is the calendar's business. */
export function ordinaryHours(day: IstDate): SessionHours {
  // The last row starts before any day, so one always matches.
  return HOURS.find((row) => row.from <= day)!.hours
}
