import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import type { TradeChartReply } from '@strikewise/wire/trade-chart.ts'
import { OPEN_AT } from './response-bodies.ts'

const LAST_MINUTE = OPEN_AT - (OPEN_AT % MINUTE_MS)

/** Ten one-minute bars up to the one under way, each a point over the last. */
export const risingCandles = (from: number) =>
  Array.from({ length: 10 }, (_, i) => ({
    time: LAST_MINUTE - (9 - i) * MINUTE_MS,
    open: from + i,
    high: from + i + 2,
    low: from + i - 1,
    close: from + i + 1,
    ...(i === 9 ? { forming: true } : {}),
  }))

/** The open trade of `activeTrade` on its own option: bought at 10:35:33, its stop moved up once. */
export function tradeChart(change: Partial<TradeChartReply> = {}): TradeChartReply {
  return {
    trade_id: 't1',
    tradingsymbol: 'NIFTY26N2424500CE',
    symbol: 'NIFTY',
    strike: 24_500,
    side: 'CE',
    expiry: '2026-11-24' as TradeChartReply['expiry'],
    mode: 'paper',
    status: 'Open',
    entry: { at: '2026-11-20T10:35:33+05:30', price: 164.3 },
    exit: null,
    held: { quantity: 65, cost: 10_679.5 },
    stops: [
      { at: '2026-11-20T10:35:35+05:30', price: 131.4 },
      { at: '2026-11-20T10:40:02+05:30', price: 140.1 },
    ],
    target: 213.65,
    decided: { at: '2026-11-20T10:35:00+05:30', spot: 24_512.35 },
    candles: risingCandles(160),
    delayed_by: 0,
    pricing: {
      as_of: '2026-11-20T10:42:12+05:30',
      spot: 24_530,
      forward: 24_545,
      volatility: 0.12,
      years: 0.0113,
      rate: 0.065,
    },
    ...change,
  }
}
