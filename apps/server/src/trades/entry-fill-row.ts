import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import {
  averageEntryFill,
  entryFill,
  fillMultiple,
  type AverageEntryFill,
  type EntryFill,
} from '@strikewise/domain/trading/entry-fill.ts'
import type { ClosedTrade, HeldTrade, Trade } from '@strikewise/execution/trade/trade.ts'
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
export function entryFillRow(fill: EntryFill, origin: Trade['origin']): EntryFillRow {
  return {
    intended_price: rupeesFromPaise(fill.intendedPrice),
    against: origin === 'manual' ? 'limit' : 'mid',
    difference: rupeesFromPaise(fill.difference),
    r: hundredths(fillMultiple(fill)),
  }
}

/**
 * The mean of the entries that signals decided, as the wire has it; null: there is none. A ticket is filled at its limit or
 * better, so that its difference shows no cost: it does not count.
 */
export function averageFillRow(
  trades: readonly { readonly entryFill?: EntryFill; readonly origin?: Trade['origin'] }[],
): AverageEntryFillRow | null {
  const fills = trades.flatMap(({ entryFill, origin }) => (origin === 'manual' ? [] : (entryFill ?? [])))
  const found: AverageEntryFill | undefined = averageEntryFill(fills)
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
