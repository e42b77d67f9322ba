import { MINUTE_PRICES } from '@strikewise/domain/market/option-minutes.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istIso, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { targetOfTrade } from '@strikewise/execution/plan/stop-plan.ts'
import type { IndexCandle } from '@strikewise/wire/market.ts'
import type { TradeChartReply } from '@strikewise/wire/trade-chart.ts'
import type { OptionSeries } from '../snapshots/option-series.ts'
import type { PricedAt, TradeHistory } from './trade-history.ts'

interface View {
  readonly now: EpochMs
  /** How late the caller's plan sees the market; what happened to their own trade is never late. */
  readonly delaySeconds: number
  /** Start of the first minute wanted, epoch ms. */
  readonly from: number
}

/** A trade and the minutes of its option as the wire has them. Without `series` there are no candles yet. */
export function tradeChart(history: TradeHistory, series: OptionSeries | undefined, view: View): TradeChartReply {
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
    candles: series === undefined ? [] : candlesOf(series, view),
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
function decidedOf({ decided }: TradeHistory, { now, delaySeconds }: View): TradeChartReply['decided'] {
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

/** A delayed plan gets closed minutes alone, each once it is as old as the delay. */
function candlesOf({ from, prices }: OptionSeries, { now, delaySeconds, from: requestedFrom }: View): IndexCandle[] {
  const count = prices.length / MINUTE_PRICES
  const candles: IndexCandle[] = []
  for (let i = Math.max(0, Math.ceil((requestedFrom - from) / MINUTE_MS)); i < count; i += 1) {
    const time = from + i * MINUTE_MS
    if (delaySeconds > 0 && time + MINUTE_MS > now - delaySeconds * 1000) break
    const [open, high, low, close] = prices
      .slice(i * MINUTE_PRICES, (i + 1) * MINUTE_PRICES)
      .map((price) => price / 100)
    candles.push({
      time,
      open: open!,
      high: high!,
      low: low!,
      close: close!,
      ...(time + MINUTE_MS > now ? { forming: true } : {}),
    })
  }
  return candles
}

function pricingOf(series: OptionSeries | undefined): TradeChartReply['pricing'] {
  if (series === undefined || series.pricing === null) return null
  const { at, ...figures } = series.pricing
  return { as_of: istIso(at as EpochMs), ...figures }
}
