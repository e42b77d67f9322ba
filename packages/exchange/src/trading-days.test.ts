import { describe, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { Exchange } from './exchange.ts'
import { syntheticPath } from './prices/market-path.ts'
import { unitOf } from './random/hash.ts'
import { orderFor } from './testing/scripted-market.ts'

/** A trader who acts by chance through an hour of one day and holds what is left into the next days, to expiry. */
function tradeThrough(seed: string): Exchange {
  const friday = istDate('2026-11-20')
  const path = syntheticPath({ seed, now: istInstant(friday, 9, 14), strikesEachSide: 3, pastSessions: 1 })
  const exchange = new Exchange({ seed, market: path, now: path.now })
  exchange.openAccount('A', 50_000_000 as Paise, path.now)
  const goTo = (now: EpochMs) => {
    path.step(now)
    exchange.advance(now)
  }
  for (let i = 0; i < 360; i += 1) {
    const now = (istInstant(friday, 9, 15) + i * 10_000) as EpochMs
    goTo(now)
    const contract = path.instruments.options[Math.floor(unitOf(seed, 'which', i) * 14)]!
    const slot = path.quotes.slotOf(contract.token)
    const sells = unitOf(seed, 'side', i) < 0.5
    const price = sells ? path.quotes.bestBid(slot) : path.quotes.bestAsk(slot)
    const product = unitOf(seed, 'product', i) < 0.5 ? 'MIS' : 'NRML'
    const change = { price, product, side: sells ? 'SELL' : 'BUY' } as const
    exchange.place('A', orderFor(contract, change), now)
    const open = exchange.orders('A', now).find((order) => order.status === 'OPEN')
    if (open && unitOf(seed, 'cancel', i) < 0.3) exchange.cancel('A', 'regular', open.order_id, now)
  }
  for (let minute = 16; minute < 6 * 60 + 30; minute += 1) {
    const now = (istInstant(friday, 10) + minute * 60_000) as EpochMs
    path.skipTo(now)
    exchange.advance(now)
  }
  path.skipTo(istInstant(istDate('2026-11-23'), 16, 30))
  exchange.advance(path.now)
  return exchange
}

describe('days of trading on the made-up market', () => {
  const exchange = tradeThrough('days')
  const log = exchange.exchangeLog

  it('reach every corner: fills, cancels, square-off, expiry', () => {
    expect(log.filter((entry) => entry.type === 'fill').length).toBeGreaterThan(50)
    expect(log.some((entry) => entry.type === 'status' && entry.to === 'CANCELLED')).toBe(true)
    expect(log.some((entry) => entry.type === 'order_taken' && entry.placedBy === 'RMS')).toBe(true)
    expect(log.some((entry) => entry.type === 'expiry_settled')).toBe(true)
    expect(log.filter((entry) => entry.type === 'day_rolled').length).toBeGreaterThan(0)
  })

  it('end with the cash the log adds up to, and nothing held', () => {
    let cash = 0
    for (const entry of log) {
      if (entry.type === 'account_opened') cash += entry.cash
      if (entry.type === 'charges') cash -= entry.amount
      if (entry.type === 'expiry_settled') cash += entry.amount
      if (entry.type === 'fill') cash += (entry.side === 'SELL' ? 1 : -1) * entry.quantity * entry.price
    }
    expect(exchange.state.accounts.get('A')!.cash).toBe(cash)
    expect(exchange.positions('A', exchange.state.now).net.every((row) => row.quantity === 0)).toBe(true)
  })

  it('are the same twice', () => expect(tradeThrough('days').exchangeLog).toEqual(log))
})
