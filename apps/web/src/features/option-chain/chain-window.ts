import type { OptionChainRow } from '@strikewise/wire/option-chain.ts'
import { barScale } from './bar-scale.ts'

/** Index points either side of the first row's strike that are shown (specification §9, Display). */
const WINDOW_POINTS = 250

export interface ChainWindow {
  /** Ascending by strike. */
  readonly rows: readonly OptionChainRow[]
  /** Strike of the first row as it arrived: the one at the money. */
  readonly centre: number | undefined
  /** Open interest a full bar stands for, in units. */
  readonly fullBar: number
}

/** Every strike that arrived, ascending. */
export function wholeChain(rows: readonly OptionChainRow[]): ChainWindow {
  const largest = Math.max(1, ...rows.map((row) => Math.max(row.ce_oi, row.pe_oi)))
  return { rows: rows.toSorted((a, b) => a.strike - b.strike), centre: rows[0]?.strike, fullBar: barScale(largest) }
}

/** The rows within 250 points of the first row's strike, ascending. */
export function chainWindow(rows: readonly OptionChainRow[]): ChainWindow {
  const centre = rows[0]?.strike
  if (centre === undefined) return { rows: [], centre, fullBar: 1 }
  const shown = rows
    .filter((row) => Math.abs(row.strike - centre) <= WINDOW_POINTS)
    .toSorted((a, b) => a.strike - b.strike)
  return { rows: shown, centre, fullBar: barScale(Math.max(...shown.map((row) => Math.max(row.ce_oi, row.pe_oi)))) }
}
