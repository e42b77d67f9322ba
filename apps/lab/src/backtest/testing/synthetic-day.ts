import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import type { BacktestTrade, DayResult } from '../day/day-result.ts'

/** A session whose trades ended with these results in R, and what the opposite of each would have brought. */
export function madeUpDay(
  day: string,
  symbol: IndexSymbol,
  results: readonly (readonly [r: number, opposite: number])[],
  opening: DayResult['opening'] = 'up',
): DayResult {
  const trade = (r: number): BacktestTrade => ({
    symbol,
    day: istDate(day),
    pricing: 'modelled',
    direction: 'up',
    contract: 'made up',
    strike: 25_000,
    side: 'CE',
    expiry: istDate(day),
    lots: 1,
    quantity: 65,
    decidedAt: istInstant(istDate(day), 10),
    enteredAt: istInstant(istDate(day), 10),
    exitedAt: istInstant(istDate(day), 11),
    exitReason: 'time',
    entryPrice: paise(10_000),
    exitPrice: paise(10_000),
    risk: paise(2_000),
    firstTrigger: paise(8_000),
    lastTrigger: paise(8_000),
    target: paise(14_000),
    gross: paise(Math.round(r * 130_000)),
    charges: paise(0),
    net: paise(Math.round(r * 130_000)),
    slippage: paise(0),
    r,
    bestBid: paise(10_000),
    worstBid: paise(10_000),
    spotAtDecision: paise(2_500_000),
    delta: 0.55,
    score: 0.5,
    coverage: 0.9,
    isRecovery: false,
  })
  const explained = {
    contributions: [],
    words: [],
    mids: [],
    bars: { from: istInstant(istDate(day), 9, 15), prices: [] },
  }
  return {
    symbol,
    day: istDate(day),
    pricing: 'modelled',
    withoutInputs: [],
    entries: results.map(([r, opposite]) => ({
      trade: { ...trade(r), ...explained },
      opposite: trade(opposite),
      variants: [],
    })),
    refused: {},
    decisions: 375,
    events: 0,
    digest: '',
    samples: [],
    opening,
    straddle: null,
    premiums: [],
    open: paise(2_500_000),
    close: paise(2_500_000),
    lotSize: 65,
    minutes: 375,
    minutesHeld: 0,
  }
}
