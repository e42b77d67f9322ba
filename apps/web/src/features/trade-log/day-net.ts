import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { LivePnlRow, TradeLogRow } from '@strikewise/wire/trades.ts'
import { totalsOf } from './totals.ts'

export interface DayNet {
  readonly mode: LinkMode
  /** Rupees, after charges: closed trades, and the open ones as if they were sold at the last price. */
  readonly net: number
}

const MODES = ['live', 'paper'] as const

/** What a day's trades come to for each kind of account that has any: live money and paper money are never one sum. */
export function dayNets(closed: readonly TradeLogRow[], open: readonly LivePnlRow[]): readonly DayNet[] {
  return MODES.flatMap((mode) => {
    const own = closed.filter((trade) => trade.mode === mode)
    const held = open.filter((row) => row.mode === mode && row.net !== null)
    if (own.length === 0 && held.length === 0) return []
    // Summed in whole paise, where it is exact.
    const paise = held.reduce((sum, row) => sum + Math.round(row.net! * 100), Math.round(totalsOf(own).net * 100))
    return [{ mode, net: paise / 100 }]
  })
}
