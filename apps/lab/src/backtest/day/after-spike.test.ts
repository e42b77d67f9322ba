import type { RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import { expect, it } from 'vitest'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { STEPS_A_MINUTE } from '../session-steps.ts'
import type { DayMarket } from './day-market.ts'
import { ModelledMarket } from './modelled-market.ts'
import { RecordedMarket } from './recorded-market.ts'

const day = istDate('2026-09-16')
const session = nseCalendar.sessionOn(day)!
const level = 2_500_000 as Paise
const bars = Array.from({ length: 30 }, (_, i) =>
  candle((session.opensAt + i * MINUTE_MS) as EpochMs, level, level, level, level),
)
const about = { seed: 'spike', symbol: 'NIFTY' as const, session, calendar: nseCalendar, bars, previousClose: level }

/** A chain of one call at 100 rupees, without bid and ask, each minute. */
const chain: RecordedChain = {
  symbol: 'NIFTY',
  day,
  legs: [{ expiry: istDate('2026-09-22'), strike: 25_000, side: 'CE' }],
  at: bars.map(({ start }) => start),
  begins: [...bars.map((_, i) => i), bars.length],
  leg: new Int32Array(bars.length),
  values: Float64Array.from(bars.flatMap(() => [10_000, -1, -1, -1, -1, 1_000, 1_000])),
}

/** Spread of the call at the money at 09:29, 09:30:30 and 09:33, with a jump in the minute that ended at 09:30. */
function spreads(market: DayMarket): number[] {
  const call = market.contracts.near.find(({ strike, side }) => strike === 25_000 && side === 'CE')!
  const slot = market.quotes.slotOf(call.token)
  const spreadAt = (step: number) => {
    market.play(step, true)
    market.quoteContract(call)
    return market.quotes.bestAsk(slot) - market.quotes.bestBid(slot)
  }
  const before = spreadAt(14 * STEPS_A_MINUTE)
  market.play(15 * STEPS_A_MINUTE, false)
  market.spiked(istInstant(day, 9, 30))
  return [before, spreadAt(15.5 * STEPS_A_MINUTE), spreadAt(18 * STEPS_A_MINUTE)]
}

it.each([
  ['modelled', () => new ModelledMarket({ ...about, level: 1 })],
  ['recorded without bid and ask', () => new RecordedMarket({ ...about, chain })],
])('spreads of a %s market are about threefold in the minute after a jump', (_what, market) => {
  const [before, during, after] = spreads(market())
  expect(during! / before!).toBeGreaterThan(2)
  expect(after! / before!).toBeLessThan(1.5)
})
