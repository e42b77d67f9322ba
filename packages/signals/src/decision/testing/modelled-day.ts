import type { IndexSymbol, OptionContract, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { black76Price, YEAR_SECONDS } from '@strikewise/domain/market/black76.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { roundToTick } from '@strikewise/domain/money/ticks.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { SymbolPipeline } from '../symbol-pipeline.ts'

/** Contracts of one expiry around `centre`, strikes `step` apart. */
export function optionLadder(symbol: IndexSymbol, expiry: IstDate, centre: number, step: number, count: number) {
  const contracts: OptionContract[] = []
  for (let i = -count; i <= count; i += 1)
    for (const side of ['CE', 'PE'] as const satisfies readonly OptionSide[]) {
      const strike = centre + i * step
      const token = 10_000_000 + contracts.length * 256 + 2
      const tradingsymbol = `${symbol}${expiry.replaceAll('-', '')}${strike}${side}`
      contracts.push({ token, tradingsymbol, symbol, expiry, strike, side, tickSize: 5 as Paise, lotSize: 65 })
    }
  return contracts
}

/** How the modelled market is priced: Black-76 at one volatility, with a spread of two ticks and plenty on offer. */
export interface ModelledMarket {
  readonly contracts: readonly OptionContract[]
  readonly sigma: number
  /** Open interest of a leg, in units, at a minute of the session. */
  openInterest(contract: OptionContract, minute: number): number
}

const RATE = 0.065

/** Writes a full packet of every contract at `spot` (points) into the table and notifies the pipelines. */
export function quoteOptions(
  table: QuoteTable,
  market: ModelledMarket,
  spot: number,
  minute: number,
  at: EpochMs,
): number[] {
  const slots: number[] = []
  for (const contract of market.contracts) {
    const slot = table.slotOf(contract.token)
    if (slot < 0) continue
    const t = (istInstant(contract.expiry, 15, 30) - at) / 1000 / YEAR_SECONDS
    const forward = spot * Math.exp(0.07 * t)
    const sign = contract.side === 'CE' ? 1 : -1
    const fair = black76Price(sign, forward, contract.strike, t, market.sigma, Math.exp(-RATE * t))
    const mid = Math.max(10, roundToTick(fair * 100))
    table.bidPrice[slot * DEPTH_LEVELS] = mid - 5
    table.askPrice[slot * DEPTH_LEVELS] = mid + 5
    table.bidQuantity[slot * DEPTH_LEVELS] = table.askQuantity[slot * DEPTH_LEVELS] = 1300
    table.lastPrice[slot] = mid
    table.lastTradeAt[slot] = table.exchangeAt[slot] = at
    table.receivedAt[slot] = at
    table.volume[slot] = 65 * 20_000
    table.openInterest[slot] = market.openInterest(contract, minute)
    slots.push(slot)
  }
  return slots
}

/** Writes an index packet into the table and returns its slot. */
export function quoteIndex(
  table: QuoteTable,
  symbol: IndexSymbol,
  price: number,
  previousClose: number,
  at: EpochMs,
): number {
  const slot = table.slotOf(INDEX_TOKENS[symbol])
  table.lastPrice[slot] = price
  if (table.open[slot] === 0) table.open[slot] = price
  table.close[slot] = previousClose
  table.exchangeAt[slot] = table.receivedAt[slot] = at
  return slot
}

/** Walks recorded minutes through a pipeline, `stepSeconds` apart, each bar's four prices hit in an order that fits its colour. */
export function walkDay(
  pipeline: SymbolPipeline,
  table: QuoteTable,
  symbol: IndexSymbol,
  minutes: readonly Candle[],
  previousClose: Paise,
  market: ModelledMarket,
  stepSeconds = 3,
): void {
  for (const [minute, bar] of minutes.entries()) {
    const path =
      bar.close >= bar.open ? [bar.open, bar.low, bar.high, bar.close] : [bar.open, bar.high, bar.low, bar.close]
    for (let second = 0; second < 60; second += stepSeconds) {
      const at = (bar.start + second * 1000 + 200) as EpochMs
      const along = (second / (60 - stepSeconds)) * 3
      const leg = Math.min(2, Math.floor(along))
      const price = Math.round(path[leg]! + (along - leg) * (path[leg + 1]! - path[leg]!))
      pipeline.onTimer(at)
      const slots = [quoteIndex(table, symbol, price, previousClose, at)]
      slots.push(...quoteOptions(table, market, price / 100, minute, at))
      for (const slot of slots) pipeline.onTick(slot, at, at)
    }
  }
}
