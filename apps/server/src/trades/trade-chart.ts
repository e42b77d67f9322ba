import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { targetOfTrade } from '@strikewise/execution/plan/stop-plan.ts'
import type { TradeChartReply } from '@strikewise/wire/trade-chart.ts'
import { minuteCandles, type MinutesView } from '../snapshots/minute-candles.ts'
import type { OptionSeries } from '../snapshots/option-series.ts'
import type { PricedAt, TradeHistory } from './trade-history.ts'

/** A trade and the minutes of its option as the wire has them. Without `series` there are no candles yet. */
export function tradeChart(
  history: TradeHistory,
  series: OptionSeries | undefined,
  view: MinutesView,
): TradeChartReply {
  const { trade, bought, sold, stops } = history
  const { contract } = trade
  const units = trade.state === 'closed' ? 0 : Math.max(0, bought.units - sold.units)
  return {
    trade_id: trade.id,
    tradingsymbol: contract.tradingsymbol,
    symbol: contract.symbol,
    strike: contract.strike,
    side: contract.side,
    expiry: contract.expiry,
    mode: trade.mode,
    status: STATUS[trade.state],
    entry: wire({ at: trade.enteredAt, price: average(bought) ?? trade.entryPrice }),
    exit: exitOf(history),
    held: { quantity: units, cost: units === 0 ? 0 : Math.round((bought.value * units) / bought.units) / 100 },
    stops: stops.map(wire),
    target: trade.state === 'open' ? targetOfTrade(trade) / 100 : null,
    decided: decidedOf(history, view),
    candles: series === undefined ? [] : minuteCandles(series, view),
    delayed_by: view.delaySeconds,
    pricing: view.delaySeconds > 0 ? null : pricingOf(series),
  }
}

const STATUS = { open: 'Open', exiting: 'Exiting', closed: 'Closed' } as const

function exitOf({ trade, sold }: TradeHistory): TradeChartReply['exit'] {
  const price = average(sold)
  return trade.state !== 'closed' || price === undefined ? null : wire({ at: trade.closedAt, price })
}

/** The index at the decision is a market price: a delayed plan sees it once it is as old as the delay. */
function decidedOf({ decided }: TradeHistory, { now, delaySeconds }: MinutesView): TradeChartReply['decided'] {
  if (decided === undefined || decided.at > now - delaySeconds * 1000) return null
  return { at: istIso(decided.at), spot: decided.spot / 100 }
}

/** An average price to the paisa: for the eye only, money is summed from the fills. */
function average({ units, value }: { units: number; value: Paise }): Paise | undefined {
  return units === 0 ? undefined : (Math.round(value / units) as Paise)
}

function wire({ at, price }: PricedAt): { at: string; price: number } {
  return { at: istIso(at), price: price / 100 }
}

function pricingOf(series: OptionSeries | undefined): TradeChartReply['pricing'] {
  if (series === undefined || series.pricing === null) return null
  const { at, ...figures } = series.pricing
  return { as_of: istIso(at as EpochMs), ...figures }
}
