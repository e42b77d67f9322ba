import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { TicketQuote } from '@strikewise/wire/entry-tickets.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { call, newUser, startTestWeb, type TestWeb } from './harness.ts'
import { openTicketMarket, showGreeks, showQuote, TODAY } from './ticket-market.ts'

/* What a ticket shows of the expected cost of its trade. */

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())
beforeEach(() => {
  openTicketMarket(web)
  showGreeks(web, { delta: 0.5, theta: -12.5 })
})

async function costFor(plan: 'starter' | 'pro', query: Record<string, string> = {}): Promise<TicketQuote['cost']> {
  const { cookie } = await newUser(web, plan)
  const terms = { symbol: 'NIFTY', strike: '24500', side: 'CE' }
  const answer = await call(web, 'GET', '/api/entry_tickets/quote', { cookie, query: { ...terms, ...query } })
  expect(answer.status).toBe(200)
  return (answer.json as TicketQuote).cost
}

it('is spread, charges and decay, with R and the move of the index that pays it', async () => {
  const orders = [
    { side: 'BUY', value: (14_910 * 150) as Paise, on: TODAY },
    { side: 'SELL', value: (14_900 * 150) as Paise, on: TODAY },
  ] as const
  const charges = chargesOf(orders, 2_000 as Paise).total / 100
  // ₹12.50 a unit and day, for 90 of the 385 minutes of the session.
  const decay = Math.round((1_250 * 150 * 90) / 385) / 100
  const total = Math.round(100 * (15 + charges + decay)) / 100
  expect(await costFor('pro', { lots: '2' })).toEqual({
    lots: 2,
    holding_minutes: 90,
    spread: 15,
    charges,
    decay,
    total,
    per_unit: Math.round((total / 150) * 100) / 100,
    // Between the limit of 150.55 and the stop of 127.95.
    r: Math.round((100 * total) / (22.6 * 150)) / 100,
    break_even: {
      points: Math.round((100 * total) / 150 / 0.5) / 100,
      percent: Math.round(((100 * total) / 150 / 0.5 / 24_500) * 100) / 100,
    },
  })
})

it('leaves decay and breakeven out while the greeks are not known', async () => {
  showGreeks(web, { delta: null, theta: null })
  const cost = await costFor('pro')
  expect(cost).toMatchObject({ decay: null, break_even: null })
  expect(cost!.total).toBeCloseTo(cost!.spread + cost!.charges, 9)
})

it('is not known without a bid, for a contract without a quote, and with late prices', async () => {
  expect(await costFor('pro', { expiry: '2026-12-01', limit_price: '150' })).toBeNull()
  expect(await costFor('starter', { limit_price: '150' })).toBeNull()
  showQuote(web, 0, 14_910)
  expect(await costFor('pro', { limit_price: '150' })).toBeNull()
})
