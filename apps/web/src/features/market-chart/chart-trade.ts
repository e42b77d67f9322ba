import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { ShownTradeRow, TradeLogRow } from '@strikewise/wire/trades.ts'
import { epochOf } from '../../lib/ist-format.ts'
import { barStart, type BarMinutes } from './bars.ts'

/** One of today's trades as the charts mark it; `exit_time` null while it is open. */
export interface ChartTrade {
  readonly trade_id: string
  readonly symbol: IndexSymbol
  readonly strike: number
  readonly side: OptionSide
  readonly mode: LinkMode
  readonly entry_time: string
  readonly exit_time: string | null
}

/** Open trades first, then today's closed ones, the newest first. */
export function chartTrades(open: readonly ShownTradeRow[], closed: readonly TradeLogRow[]): ChartTrade[] {
  const known = new Set(open.map((trade) => trade.trade_id))
  return [
    ...open.flatMap(openTrade),
    ...closed
      .filter((trade) => !known.has(trade.trade_id))
      .toSorted((a, b) => (b.exit_time ?? '').localeCompare(a.exit_time ?? '')),
  ]
}

/** Nothing for a row that does not show which option it is of: it could be drawn nowhere. */
function openTrade({ trade_id, symbol, strike, side, mode, entry_time }: ShownTradeRow): readonly ChartTrade[] {
  if (symbol === undefined || side === undefined || mode === undefined) return []
  return [{ trade_id, symbol, strike, side, mode, entry_time, exit_time: null }]
}

/** 'NIFTY 24500 CE'. */
export const contractText = ({ symbol, strike, side }: Pick<ChartTrade, 'symbol' | 'strike' | 'side'>) =>
  `${symbol} ${strike} ${side}`

/** Time of entry or exit; the chart decides where to place it. */
export interface TradeMarker {
  readonly id: string
  /** Start of the bar it falls in, epoch ms. */
  readonly time: number
  readonly at: number
  readonly kind: 'entry' | 'exit'
  readonly mode: LinkMode
}

/** Marks of entries and exits on bars of `minutes`, in time order as the chart wants them. */
export function markersOf(trades: readonly ChartTrade[], minutes: BarMinutes): TradeMarker[] {
  return trades
    .flatMap(({ trade_id, mode, entry_time, exit_time }) => [
      ...markerAt(trade_id, 'entry', mode, entry_time, minutes),
      ...markerAt(trade_id, 'exit', mode, exit_time, minutes),
    ])
    .toSorted((a, b) => a.at - b.at)
}

function markerAt(
  tradeId: string,
  kind: TradeMarker['kind'],
  mode: TradeMarker['mode'],
  iso: string | null,
  minutes: BarMinutes,
): readonly TradeMarker[] {
  const at = epochOf(iso)
  return at === undefined ? [] : [{ id: `${tradeId} ${kind}`, time: barStart(at, minutes), at, kind, mode }]
}
