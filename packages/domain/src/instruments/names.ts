import type { OptionSide } from './contract.ts'
import type { Expiry } from './expiries.ts'
import type { IstDate } from '../time/ist.ts'

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
/** Weekly names have one character for the month. */
const WEEKLY_MONTHS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'O', 'N', 'D'] as const

/**
 * The broker's name of an option, for generating an instrument list. Never take a name apart again: digits of date and
 * strike run together. Source: kite-connect fact sheet §18.2.
 * `NIFTY26D0124000CE` (weekly, 1 December 2026), `NIFTY26DEC24000CE` (monthly), with the actual, shifted day.
 */
export function optionTradingsymbol(expiry: Expiry, strike: number, side: OptionSide): string {
  const { symbol } = expiry
  const when = expiry.kind === 'monthly' ? yearMonth(expiry.expiry) : yearWeekday(expiry.expiry)
  return `${symbol}${when}${strike}${side}`
}

/** The broker's name of an index future: `NIFTY26NOVFUT`. */
export function futureTradingsymbol(expiry: Expiry): string {
  return `${expiry.symbol}${yearMonth(expiry.expiry)}FUT`
}

function yearMonth(day: IstDate): string {
  return `${day.slice(2, 4)}${MONTHS[Number(day.slice(5, 7)) - 1]}`
}

function yearWeekday(day: IstDate): string {
  return `${day.slice(2, 4)}${WEEKLY_MONTHS[Number(day.slice(5, 7)) - 1]}${day.slice(8)}`
}
