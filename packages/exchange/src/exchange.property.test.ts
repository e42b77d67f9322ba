import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istText, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { Exchange } from './exchange.ts'
import type { LogEntry } from './exchange-log.ts'
import type { ExchangeFault } from './faults.ts'
import type { GttLeg, GttRequest } from './gtt-types.ts'
import { isTerminal, type OrderRequest } from './order-types.ts'
import { at, ScriptedMarket, orderFor } from './testing/scripted-market.ts'

const CASH = 30_000_000 as Paise
const ACCOUNTS = ['A', 'B'] as const
const STRIKES = [24_450, 24_500] as const

/** One thing a client, the market or a fault does; numbers are picked apart where it is played. */
type Move =
  | { do: 'place'; who: number; strike: number; request: Partial<OrderRequest> }
  | { do: 'modify'; who: number; pick: number; price: number; lots: number; limit: boolean }
  | { do: 'cancel'; who: number; pick: number }
  | { do: 'gtt'; who: number; strike: number; pick: number; low: number; high: number | null; side: OrderSide }
  | { do: 'quote'; strike: number; bid: number; spread: number; quantity: number }
  | { do: 'wait'; ms: number }
  | { do: 'fault'; fault: ExchangeFault }

const price = fc.integer({ min: 1600, max: 2400 }).map((ticks) => (ticks * 5) as Paise)
const who = fc.integer({ min: 0, max: 1 })
const request = fc.record({
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  orderType: fc.constantFrom('LIMIT' as const, 'LIMIT' as const, 'SL' as const, 'MARKET' as const, 'SL-M' as const),
  product: fc.constantFrom('NRML' as const, 'MIS' as const),
  quantity: fc.integer({ min: 1, max: 27 }).map((lots) => lots * 65),
  validity: fc.constantFrom('DAY' as const, 'IOC' as const, 'TTL' as const),
  validityTtlMinutes: fc.constant(1),
  price,
  triggerPrice: price,
  marketProtection: fc.constantFrom(0, -1, 5),
})
const fault: fc.Arbitrary<ExchangeFault> = fc.oneof(
  fc.constant({ kind: 'cancel_loses' as const, count: 1 }),
  fc.constant({ kind: 'reject_next' as const, count: 1, message: 'no' }),
  fc.constant({ kind: 'hide' as const, count: 1, forMs: 20_000, hold: true }),
  fc.constant({ kind: 'hide' as const, count: 1, forMs: 20_000 }),
  fc.constant({ kind: 'stick' as const, count: 1, status: 'CANCEL PENDING' as const, until: null }),
  fc.constant({
    kind: 'stick' as const,
    count: 1,
    status: 'OPEN PENDING' as const,
    until: at(90_000),
    liveBehind: true,
  }),
  fc.constant({ kind: 'fill_cap' as const, quantity: 65 }),
)
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('place' as const), who, strike: who, request }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('modify' as const),
      who,
      pick: fc.nat(9),
      price,
      lots: fc.integer({ min: 1, max: 27 }),
      limit: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), who, pick: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('gtt' as const),
      who,
      strike: who,
      pick: fc.nat(5),
      low: price,
      high: fc.option(price),
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('quote' as const),
      strike: who,
      bid: price,
      spread: fc.integer({ min: 1, max: 20 }),
      quantity: fc.integer({ min: 0, max: 20 }).map((lots) => lots * 65),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(7, 60, 900, 20_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fault' as const), fault }) },
)

function play(moves: readonly Move[], check: (exchange: Exchange) => void = () => {}): Exchange {
  const market = new ScriptedMarket()
  const exchange = new Exchange({ seed: 'laws', market, now: at(0) })
  for (const account of ACCOUNTS) exchange.openAccount(account, CASH, at(0))
  let ms = 0
  for (const one of moves) {
    const now = at(ms)
    if (one.do === 'wait') {
      ms += one.ms
      exchange.advance(at(ms))
    } else if (one.do === 'fault') exchange.setFault(null, one.fault, now)
    else if (one.do === 'quote') {
      const { bid, spread, quantity } = one
      market.quote(market.contract(STRIKES[one.strike]), { bid, ask: bid + spread * 5, last: bid, quantity })
      exchange.advance(now)
    } else if (one.do === 'gtt') playTrigger(exchange, market, one, now)
    else {
      const account = ACCOUNTS[one.who]!
      if (one.do === 'place') exchange.place(account, orderFor(market.contract(STRIKES[one.strike]), one.request), now)
      else {
        const ids = exchange.state.accounts.get(account)!.orderIds
        const orderId = ids.at(-1 - one.pick) ?? ''
        if (one.do === 'cancel') exchange.cancel(account, 'regular', orderId, now)
        else {
          const change = { price: one.price as Paise, quantity: one.lots * 65 }
          exchange.modify(account, 'regular', orderId, one.limit ? { ...change, orderType: 'LIMIT' } : change, now)
        }
      }
    }
    check(exchange)
  }
  return exchange
}

/** A new trigger; or the account's one at `pick` is replaced by it, or deleted. */
function playTrigger(exchange: Exchange, market: ScriptedMarket, move: Move & { do: 'gtt' }, now: EpochMs): void {
  const account = ACCOUNTS[move.who]!
  const { tradingsymbol, lotSize } = market.contract(STRIKES[move.strike])
  const legAt = (limit: number): GttLeg => ({
    exchange: 'NFO',
    tradingsymbol,
    side: move.side,
    quantity: lotSize,
    orderType: 'LIMIT',
    product: 'NRML',
    price: limit as Paise,
  })
  const prices = [move.low, ...(move.high === null ? [] : [move.high])] as Paise[]
  const request: GttRequest = {
    type: prices.length === 2 ? 'two-leg' : 'single',
    exchange: 'NFO',
    tradingsymbol,
    lastPrice: 10_000 as Paise,
    triggerPrices: prices,
    legs: prices.map(legAt),
  }
  const older = exchange.gtts(account, now).at(-1 - move.pick)
  if (older === undefined) exchange.placeGtt(account, request, now)
  else if (move.pick === 5) exchange.deleteGtt(account, older.id, now)
  else exchange.replaceGtt(account, older.id, request, now)
}

/** Cash, holdings and orders of one account, rebuilt from the log alone. */
function rebuilt(log: readonly LogEntry[], account: string) {
  let cash = 0
  const held = new Map<string, number>()
  for (const entry of log) {
    if (entry.accountId !== account) continue
    if (entry.type === 'account_opened') cash += entry.cash
    if (entry.type === 'charges') cash -= entry.amount
    if (entry.type === 'fill') {
      const sign = entry.side === 'BUY' ? 1 : -1
      cash -= sign * entry.quantity * entry.price
      const key = `${entry.tradingsymbol} ${entry.product}`
      held.set(key, (held.get(key) ?? 0) + sign * entry.quantity)
    }
  }
  return { cash, held }
}

function expectLaws(exchange: Exchange): void {
  const now = exchange.state.now
  for (const account of ACCOUNTS) {
    const { cash, held } = rebuilt(exchange.exchangeLog, account)
    const state = exchange.state.accounts.get(account)!
    expect(state.cash, 'cash is conserved to the paisa').toBe(cash)
    const net = new Map(
      exchange.positions(account, now).net.map((row) => [`${row.tradingsymbol} ${row.product}`, row.quantity]),
    )
    expect(net, 'positions are the sum of trades').toEqual(held)
    const shown = new Map(exchange.orders(account, now).map((row) => [row.order_id, row]))
    for (const id of state.orderIds) {
      const order = exchange.state.orders.get(id)!
      if (now >= order.viewUntil)
        expect(shown.get(id), 'the book shows every order as it is').toMatchObject({
          status: order.status,
          order_type: order.orderType,
          quantity: order.quantity,
          price: order.price / 100,
          trigger_price: order.triggerPrice / 100,
          filled_quantity: order.filledQuantity,
          order_timestamp: istText(order.registeredAt),
          exchange_update_timestamp: order.exchangeUpdateAt === null ? null : istText(order.exchangeUpdateAt),
        })
      const filled = exchange.exchangeLog
        .filter((entry) => entry.type === 'fill')
        .filter((entry) => entry.orderId === id)
      expect(order.filledQuantity).toBe(filled.reduce((sum, fill) => sum + fill.quantity, 0))
      expect(order.filledQuantity).toBeLessThanOrEqual(order.quantity)
      const blocked = order.venue === 'gone' ? 0 : order.blockedPremium
      expect(order.blockedPremium, 'only live orders block cash').toBe(blocked)
      if (order.venue === 'book' && order.side === 'BUY' && order.pendingChange === null)
        expect(order.blockedPremium).toBe((order.quantity - order.filledQuantity) * order.price)
    }
  }
}

describe('the laws of the exchange', () => {
  it('holds them after every move', { timeout: 60_000 }, () =>
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60, size: 'max' }), (moves) => {
        play(moves, expectLaws)
      }),
      { numRuns: 80 },
    ),
  )

  it('never fills outside the limit nor leaves a terminal status', { timeout: 60_000 }, () => {
    let fills = 0
    fc.assert(
      fc.property(fc.array(move, { maxLength: 120, size: 'max' }), (moves) => {
        const ended = new Set<string>()
        for (const entry of play(moves).exchangeLog) {
          if (entry.type === 'status') {
            expect(ended.has(entry.orderId)).toBe(false)
            if (isTerminal(entry.to)) ended.add(entry.orderId)
          }
          if (entry.type !== 'fill') continue
          fills += 1
          expect(ended.has(entry.orderId)).toBe(false)
          if (entry.side === 'BUY') expect(entry.price).toBeLessThanOrEqual(entry.limit)
          else expect(entry.price).toBeGreaterThanOrEqual(entry.limit)
        }
      }),
      { numRuns: 150 },
    )
    expect(fills, 'moves that prove anything').toBeGreaterThan(0)
  })

  it('fires a trigger once, never after its end, and places its order', { timeout: 60_000 }, () => {
    let fired = 0
    fc.assert(
      fc.property(fc.array(move, { maxLength: 120, size: 'max' }), (moves) => {
        const over = new Set<number>()
        const taken = new Set<string>()
        for (const entry of play(moves).exchangeLog) {
          if (entry.type === 'order_taken') taken.add(entry.orderId)
          if (entry.type !== 'gtt_fired' && entry.type !== 'gtt_ended') continue
          expect(over.has(entry.triggerId)).toBe(false)
          over.add(entry.triggerId)
          if (entry.type !== 'gtt_fired') continue
          fired += 1
          expect(entry.orderId === null || taken.has(entry.orderId)).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
    expect(fired, 'moves that prove anything').toBeGreaterThan(0)
  })

  it('gives the same history twice', { timeout: 60_000 }, () =>
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60, size: 'max' }), (moves) => {
        expect(play(moves).exchangeLog).toEqual(play(moves).exchangeLog)
      }),
      { numRuns: 50 },
    ),
  )

  it('keeps its state in plain data', () => {
    const { state } = play([
      { do: 'place', who: 0, strike: 0, request: { quantity: 130 } },
      { do: 'quote', strike: 0, bid: 11_000, spread: 2, quantity: 65 },
      { do: 'gtt', who: 0, strike: 0, pick: 0, low: 10_000, high: 12_000, side: 'SELL' },
      { do: 'wait', ms: 900 },
    ])
    expect(state.watched.size).toBe(1)
    expect(structuredClone(state)).toEqual(state)
  })
})
