import { deserialize, serialize } from 'node:v8'
import { describe, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { Exchange } from '../exchange.ts'
import type { MarketView } from '../price-path.ts'
import { syntheticPath } from '../prices/market-path.ts'
import { unitOf } from '../random/hash.ts'
import { ScriptedExchange, ME, SETTLED } from '../testing/scripted-exchange.ts'
import { at, orderFor } from '../testing/scripted-market.ts'
import type { ExchangeSnapshot, ExchangeStatePiece } from './exchange-snapshot.ts'

/** Books kept as a program keeps them that may die at any instant: each changed piece as bytes, by its name. */
class StoredSnapshot {
  #context: Buffer | undefined
  readonly #accounts = new Map<string, Buffer>()
  readonly #orders = new Map<string, Buffer>()
  #seq = 0

  keep(exchange: Exchange): void {
    const { isWhole, context, accounts, orders } = exchange.changesSince(this.#seq)
    if (isWhole) this.#orders.clear()
    for (const account of accounts) this.#accounts.set(account.accountId, serialize(account))
    for (const order of orders) this.#orders.set(order.orderId, serialize(order))
    this.#context = serialize(context)
    this.#seq = context.nextSeq
  }

  read(): ExchangeSnapshot {
    return {
      context: deserialize(this.#context!) as ExchangeStatePiece,
      accounts: [...this.#accounts.values()].map((bytes) => deserialize(bytes) as ExchangeSnapshot['accounts'][number]),
      orders: [...this.#orders.values()].map((bytes) => deserialize(bytes) as ExchangeSnapshot['orders'][number]),
    }
  }
}

function restarted(exchange: Exchange, market: MarketView, seed = 'test'): Exchange {
  const books = new StoredSnapshot()
  books.keep(exchange)
  return new Exchange({ seed, market, now: exchange.state.now, snapshot: books.read() })
}

/** A trader who acts by chance, on an exchange that is replaced by one from its stored books after each turn that `dies` is true for. */
function tradeThrough(seed: string, dies: (turn: number) => boolean): { log: unknown[]; shown: unknown } {
  const friday = istDate('2026-11-20')
  const path = syntheticPath({ seed, now: istInstant(friday, 9, 14), strikesEachSide: 1, pastSessions: 1 })
  const books = new StoredSnapshot()
  let exchange = new Exchange({ seed, market: path, now: path.now })
  exchange.openAccount('A', 50_000_000 as Paise, path.now)
  exchange.openAccount('B', 50_000_000 as Paise, path.now)
  const log: unknown[] = []
  let turn = 0
  const goTo = (now: EpochMs) => {
    path.skipTo(now)
    exchange.advance(now)
  }
  const endTurn = () => {
    books.keep(exchange)
    if (dies(turn)) {
      log.push(...exchange.exchangeLog)
      exchange = new Exchange({ seed, market: path, now: path.now, snapshot: books.read() })
    }
    turn += 1
  }
  for (let i = 0; i < 120; i += 1) {
    const now = (istInstant(friday, 9, 15) + i * 5_000) as EpochMs
    path.step(now)
    exchange.advance(now)
    const contract = path.instruments.options[Math.floor(unitOf(seed, 'which', i) * 6)]!
    const slot = path.quotes.slotOf(contract.token)
    const sells = unitOf(seed, 'side', i) < 0.5
    const price = sells ? path.quotes.bestBid(slot) : path.quotes.bestAsk(slot)
    const isStop = sells && unitOf(seed, 'stop', i) < 0.5
    const account = unitOf(seed, 'who', i) < 0.5 ? 'A' : 'B'
    const trigger = Math.floor((price * 0.97) / 5) * 5
    const product = unitOf(seed, 'product', i) < 0.5 ? 'MIS' : 'NRML'
    const side = sells ? 'SELL' : 'BUY'
    const stop = { orderType: 'SL', triggerPrice: trigger as Paise, price: (trigger - 100) as Paise } as const
    exchange.place(account, orderFor(contract, { product, side, price, ...(isStop ? stop : {}) }), now)
    const open = exchange.orders(account, now).find((order) => order.status === 'OPEN')
    if (open && unitOf(seed, 'cancel', i) < 0.3) exchange.cancel(account, 'regular', open.order_id, now)
    endTurn()
  }
  for (let minute = 0; minute < 360; minute += 4) {
    goTo((istInstant(friday, 9, 30) + minute * 60_000) as EpochMs)
    endTurn()
  }
  goTo(istInstant(friday, 16, 30))
  endTurn()
  goTo(istInstant(istDate('2026-11-23'), 10))
  endTurn()
  log.push(...exchange.exchangeLog)
  const shown = ['A', 'B'].map((account) => [
    exchange.orders(account, path.now),
    exchange.trades(account, path.now),
    exchange.positions(account, path.now),
    exchange.margins(account, path.now),
  ])
  return { log, shown }
}

describe('an exchange that goes on from its books', () => {
  it('lives the same days as one that never ended', { timeout: 120_000 }, () => {
    const seed = 'days'
    const never = tradeThrough(seed, () => false)
    const often = tradeThrough(seed, (turn) => unitOf(seed, 'dies', turn) < 0.2)
    expect(often.log).toEqual(never.log)
    expect(often.shown).toEqual(never.shown)
    expect(never.log.length).toBeGreaterThan(300)
  })

  it('has its resting stop fire', () => {
    const scripted = new ScriptedExchange()
    scripted.place()
    expect(scripted.held(SETTLED)).toBe(scripted.call.lotSize)
    const stop = { orderType: 'SL', side: 'SELL', triggerPrice: 11_000 as Paise, price: 10_900 as Paise } as const
    const id = scripted.place(stop, SETTLED)
    expect(scripted.row(id, 2 * SETTLED)?.status).toBe('TRIGGER PENDING')
    const next = restarted(scripted.exchange, scripted.market)
    expect(next.positions(ME, at(2 * SETTLED)).net).toMatchObject([{ quantity: scripted.call.lotSize }])
    scripted.market.quote(scripted.call, { bid: 10_980, ask: 11_000, last: 10_990 })
    next.advance(at(3 * SETTLED))
    expect(next.orders(ME, at(3 * SETTLED)).at(-1)).toMatchObject({ order_id: id, status: 'COMPLETE' })
    expect(next.positions(ME, at(3 * SETTLED)).net).toMatchObject([{ quantity: 0 }])
  })

  it('has its trigger at the broker fire', () => {
    const scripted = new ScriptedExchange()
    const { tradingsymbol, lotSize } = scripted.call
    const leg = {
      side: 'SELL',
      quantity: lotSize,
      orderType: 'LIMIT',
      product: 'NRML',
      price: 10_000 as Paise,
    } as const
    const placed = scripted.exchange.placeGtt(
      ME,
      {
        type: 'single',
        exchange: 'NFO',
        tradingsymbol,
        lastPrice: 12_000 as Paise,
        triggerPrices: [11_000 as Paise],
        legs: [{ ...leg, exchange: 'NFO', tradingsymbol }],
      },
      at(0),
    )
    expect(placed).toMatchObject({ ok: true })
    const next = restarted(scripted.exchange, scripted.market)
    scripted.market.quote(scripted.call, { bid: 10_900, ask: 10_910, last: 10_900 })
    next.advance(at(SETTLED))
    expect(next.gtts(ME, at(SETTLED))).toMatchObject([{ status: 'triggered' }])
  })

  it('numbers its orders and its accounts on', () => {
    const scripted = new ScriptedExchange()
    const before = scripted.resting()
    const next = restarted(scripted.exchange, scripted.market)
    next.openAccount('SW1003', 1 as Paise, at(SETTLED))
    const placed = next.place(ME, orderFor(scripted.call), at(SETTLED))
    expect(placed).toMatchObject({ ok: true })
    const ids = next.orders(ME, at(2 * SETTLED)).map((order) => order.order_id)
    expect(ids[0]).toBe(before)
    expect(new Set(ids).size).toBe(2)
    expect([...next.state.accounts.values()].map(({ index }) => index)).toEqual([1, 2, 3])
  })

  it('is refused books that name an order which is not among them', () => {
    const scripted = new ScriptedExchange()
    scripted.resting()
    const books = { ...scripted.exchange.changesSince(0), orders: [] }
    expect(() => new Exchange({ seed: 'test', market: scripted.market, now: at(0), snapshot: books })).toThrow(
      RangeError,
    )
  })

  it('squares a position off once, although the list of contracts was reloaded', () => {
    const scripted = new ScriptedExchange()
    scripted.place({ product: 'MIS' })
    expect(scripted.held(SETTLED)).toBe(scripted.call.lotSize)
    const next = restarted(scripted.exchange, scripted.market)
    const stop = { orderType: 'SL', side: 'SELL', triggerPrice: 11_000 as Paise, price: 10_900 as Paise } as const
    next.place(ME, orderFor(scripted.call, { ...stop, product: 'MIS' }), at(SETTLED))
    for (let passed = 0; passed < 120_000; passed += 500) {
      scripted.refresh()
      next.advance((istInstant(scripted.market.day, 15, 35) + passed) as EpochMs)
    }
    const now = istInstant(scripted.market.day, 15, 37)
    expect(next.positions(ME, now).net).toMatchObject([{ quantity: 0 }])
    expect(next.orders(ME, now).map((order) => [order.transaction_type, order.status])).toEqual([
      ['BUY', 'COMPLETE'],
      ['SELL', 'CANCELLED'],
      ['SELL', 'COMPLETE'],
    ])
  })
})
