import { describe, expect, it } from 'vitest'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { unitOf } from '../random/hash.ts'
import { syntheticPath } from './market-path.ts'
import { BROKERAGE } from '../engine/brokerage.ts'

/**
 * The market must not hand out profits (signals reference §6): at-the-money NIFTY options bought at a moment and on a
 * side chosen by chance, held half an hour. At mid prices they lose a little time value; at real ones, more.
 */
const SESSIONS = 16
const HOLD_MS = 30 * 60_000

function randomTrades(): { mid: number[]; net: number[] } {
  const mid: number[] = []
  const net: number[] = []
  let day: IstDate = istDate('2026-08-31')
  const path = syntheticPath({ seed: 'no gift', now: istInstant(day, 9), strikesEachSide: 30, pastSessions: 1 })
  for (let session = 0; session < SESSIONS; session += 1, day = nseCalendar.nextTradingDay(day)) {
    for (let entry = istInstant(day, 9, 45); entry < istInstant(day, 14, 30); entry = (entry + HOLD_MS) as EpochMs) {
      path.skipTo(entry)
      const { quotes, instruments } = path
      const spot = quotes.last(quotes.slotOf(INDEX_TOKENS.NIFTY)) / 100
      const side = unitOf('side', entry) < 0.5 ? 'CE' : 'PE'
      const next = [...new Set(instruments.options.filter((o) => o.symbol === 'NIFTY').map((o) => o.expiry))][1]
      const option = instruments.options.find(
        (o) => o.symbol === 'NIFTY' && o.expiry === next && o.side === side && Math.abs(o.strike - spot) <= 25,
      )!
      const slot = quotes.slotOf(option.token)
      const [bid, ask] = [quotes.bestBid(slot), quotes.bestAsk(slot)]
      path.skipTo((entry + HOLD_MS - 60_000) as EpochMs)
      const [outBid, outAsk] = [quotes.bestBid(slot), quotes.bestAsk(slot)]
      const { total } = chargesOf(
        [
          { side: 'BUY', value: (ask * option.lotSize) as Paise, on: day },
          { side: 'SELL', value: (outBid * option.lotSize) as Paise, on: day },
        ],
        BROKERAGE,
      )
      mid.push((outBid + outAsk) / (bid + ask) - 1)
      net.push((outBid - ask - total / option.lotSize) / ask)
    }
  }
  return { mid, net }
}

describe('trades by chance', () => {
  const { mid, net } = randomTrades()
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const error = Math.sqrt(mean(mid.map((value) => (value - mean(mid)) ** 2)) / mid.length)

  it('gain nothing at mid prices', () => {
    expect(mid.length).toBeGreaterThan(100)
    expect(mean(mid)).toBeLessThan(2 * error)
    expect(mean(mid)).toBeGreaterThan(-0.03 - 2 * error)
  })

  it('lose the spread and the charges', () => {
    expect(mean(net)).toBeLessThan(mean(mid) - 0.003)
    expect(mean(net)).toBeLessThan(0.01)
  })
})
