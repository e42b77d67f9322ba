import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import {
  averageEntryFill,
  entryFill,
  fillMultiple,
  type AverageEntryFill,
  type EntryFill,
} from '@strikewise/domain/trading/entry-fill.ts'
import type { ClosedTrade, HeldTrade } from '@strikewise/execution/trade/trade.ts'
import type { AverageEntryFillRow, EntryFillRow } from '@strikewise/wire/entry-fill.ts'
import type { Bought } from './trade-columns.ts'

/**
 * What a trade's entry was decided at against its fills: of a signal the mid of its quote, of a ticket its limit. Undefined:
 * nothing was bought.
 */
export function entryFillOf(
  { entrySettings, risk }: Pick<HeldTrade | ClosedTrade, 'entrySettings' | 'risk'>,
  { bought, boughtValue }: Bought,
): EntryFill | undefined {
  return entryFill(entrySettings.firstMid, { units: bought, value: boughtValue }, risk)
}

/** An entry's fill as the wire has it. */
export function entryFillRow(fill: EntryFill): EntryFillRow {
  return {
    intended_price: rupeesFromPaise(fill.intendedPrice),
    difference: rupeesFromPaise(fill.difference),
    r: hundredths(fillMultiple(fill)),
  }
}

/** The mean of the fills that are known, as the wire has it; null: there is none. */
export function averageFillRow(fills: readonly (EntryFill | undefined)[]): AverageEntryFillRow | null {
  const found: AverageEntryFill | undefined = averageEntryFill(fills.filter((fill) => fill !== undefined))
  return found === undefined
    ? null
    : {
        trades: found.trades,
        total: rupeesFromPaise(found.total),
        average: rupeesFromPaise(Math.round(found.average) as Paise),
        average_r: hundredths(found.averageMultiple),
      }
}

function hundredths(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value * 100) / 100
}
